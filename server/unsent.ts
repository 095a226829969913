import { sql } from 'kysely';

import type { Db, MessageKind, Trx } from './store/schema.ts';

type Unsent = {
  id: string;
  kind: 'receipt' | 'reply' | 'operator';
  application: string | null;
  enquiry: string | null;
  /** The recipient's name; null: the company. */
  name: string | null;
};

/** The oldest emails, except newsletters, that ended without a 2xx and that nobody has marked as seen. */
export async function unsentEmails(db: Db, limit: number): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select messages.id, messages.kind, coalesce(messages.application, min(replies.application)) as application,
      min(replies.enquiry) as enquiry, coalesce(min(applications.name), min(enquiries.name)) as name
    from messages left join replies on replies.message = messages.id
    left join applications on applications.id = coalesce(messages.application, replies.application)
    left join enquiries on enquiries.id = replies.enquiry
    where messages.state in ('not accepted', 'perhaps', 'given up') and messages.seen_at is null
    and messages.kind in ('receipt', 'reply', 'operator')
    group by messages.id, messages.kind, messages.application, messages.ended_at
    order by messages.ended_at limit ${limit}`.execute(db);
  return rows;
}

export async function markSeen(trx: Trx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const seen = trx.updateTable('messages').set({ seen_at: new Date().toISOString() });
  await seen.where('id', 'in', ids).execute();
}

/** Finds what an email was about. */
export async function subjectOf(db: Db, id: string) {
  const { rows } = await sql<{
    kind: MessageKind;
    application: string | null;
    enquiry: string | null;
    newsletter: string | null;
  }>`
    select messages.kind, coalesce(messages.application, min(replies.application)) as application,
      min(replies.enquiry) as enquiry, messages.newsletter
    from messages left join replies on replies.message = messages.id where messages.id = ${id}
    group by messages.kind, messages.application, messages.newsletter`.execute(db);
  return rows[0];
}
