import { company } from '#src/content/company.ts';

import type { Store } from '../db/open-store.ts';
import { officePaths } from '../office-paths.ts';
import { type Deliver, isRefusedAddress, NotReached, sendMs } from './mail-sender.ts';
import type { Message } from './mail-words.ts';
import { toHtml } from './markdown.ts';
import { claimNewsletter, findSubscriber, readNewsletter, settleNewsletter } from './newsletters.ts';

const hourMs = 60 * 60_000;

/** A newsletter as one subscriber gets it. `token`: of the link that ends the subscription. */
export function newsletterMail(
  { subject, source }: { subject: string; source: string },
  to: string,
  token: string,
  siteUrl: string,
): Message {
  const unsubscribe = siteUrl + officePaths.unsubscribe(token);
  const end = `${company.name}, ${company.office.address}`;
  return {
    to,
    subject,
    text: `${source}\n\n--\n${end}\nUnsubscribe: ${unsubscribe}\n`,
    html: `${toHtml(source)}<hr><p>${end}<br><a href="${unsubscribe}">Unsubscribe</a></p>`,
    unsubscribe,
  };
}

/** One round sends one message that is due, at most `perHour` an hour over all servers. */
export function newsletterRound(store: Store, deliver: Deliver, siteUrl: string, perHour: number) {
  return async (stopping: AbortSignal): Promise<boolean> => {
    const mail = await claimNewsletter(store, hourMs / perHour);
    if (mail === undefined) return false;
    const subscriber = await findSubscriber(store.db, mail.recipient);
    const newsletter = await readNewsletter(store.db, mail.newsletter);
    // Whoever unsubscribes takes the message with them.
    if (subscriber === undefined || newsletter === undefined) return true;
    const message = newsletterMail(newsletter, subscriber.email, subscriber.token, siteUrl);
    try {
      await deliver(mail.id, message, AbortSignal.any([stopping, AbortSignal.timeout(sendMs)]));
      await settleNewsletter(store, mail, 'sent');
    } catch (error) {
      if (isRefusedAddress(error)) await settleNewsletter(store, mail, 'refused');
      else if (isNotTaken(error)) await settleNewsletter(store, mail, 'later');
    }
    return true;
  };
}

/** Whether the mail server has certainly not taken the message: it said so, or was not reached. */
function isNotTaken(error: unknown): boolean {
  return error instanceof NotReached || typeof Object(error).responseCode === 'number';
}
