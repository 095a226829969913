import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

/** As the mail server gets it. */
export type Message = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The writer's address. */
  replyTo?: string | undefined;
  /** Never sent again if it is unknown whether it was accepted. */
  isOnceOnly?: boolean;
  /** Address that ends the subscription by a POST (RFC 8058). */
  unsubscribe?: string;
};

export const senderLine = `${site.name}, ${company.office.address}`;

export function plainMail(to: string | null, subject: string, paragraphs: string[]): Message {
  return { to: to ?? '', subject, text: `${paragraphs.join('\n\n')}\n` };
}
