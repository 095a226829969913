import { sayToApplicant } from '#server/applicants/applications.ts';
import { sayToEnquirer } from '#server/enquiries/enquiries.ts';
import { type Manner, sayReply, storeReplies } from '#server/replies/replies.ts';
import type { Trx } from '#server/store/schema.ts';

export const writer = { id: 'boss', email: 'boss@hcs.example' };

/** Replies to an application, as if its email had just left. */
export async function sayTo(trx: Trx, application: string, text: string, manner: Manner = {}): Promise<void> {
  await storeReplies(trx, [{ application, subject: 'S', text }], writer, manner);
  const sent = { state: 'sent', ended_at: new Date().toISOString() } as const;
  const emails = trx.updateTable('messages').set(sent).where('kind', '=', 'reply');
  const left = await emails
    .where('about', '=', application)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of left) await sayReply(trx, id, { application: sayToApplicant, enquiry: sayToEnquirer });
}
