import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import type { Email } from './kinds.ts';

export const senderLine = `${site.name}, ${company.office.address}`;

export function plainMail(to: string | null, subject: string, paragraphs: string[]): Email {
  return { to: to ?? '', subject, text: `${paragraphs.join('\n\n')}\n` };
}
