import { sql } from 'kysely';

import type { Told } from '../outgoing/said.ts';
import type { Db, Trx } from '../store/schema.ts';
import { isSaidLast } from './replies.ts';

export type Unreached = Told & {
  id: string;
  kind: 'receipt' | 'reply';
  application: string | null;
  enquiry: string | null;
  /** The recipient's name. */
  name: string;
};

/**
 * Replies and receipts that ended or wait without having reached anybody, oldest first, until somebody presses [Seen] or
 * [Send again]. Without those whose applicants or enquirers have been deleted.
 */
export async function unreachedEmails(db: Db): Promise<Unreached[]> {
  const { rows } = await sql<Unreached>`
    select messages.id, messages.kind, messages.state, messages.why, messages.refused_at,
      coalesce(messages.application, min(replies.application)) as application,
      min(replies.enquiry) as enquiry, coalesce(min(applications.name), min(enquiries.name)) as name
    from messages left join replies on replies.message = messages.id
    left join applications on applications.id = coalesce(messages.application, replies.application)
    left join enquiries on enquiries.id = replies.enquiry
    where messages.kind in ('receipt', 'reply') and messages.seen_at is null
    and (replies.id is null or ${isSaidLast})
    and (messages.state in ('not accepted', 'perhaps', 'given up')
      or messages.state in ('waiting', 'sending') and messages.refused_at is not null)
    group by messages.id having coalesce(min(applications.name), min(enquiries.name)) is not null
    order by messages.created_at`.execute(db);
  return rows;
}

/** `ids`: emails, or newsletters. */
export async function markSeen(trx: Trx, table: 'messages' | 'newsletters', ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const seen = trx.updateTable(table).set({ seen_at: new Date().toISOString() });
  await seen.where('id', 'in', ids).execute();
}

/** What an email was about. */
export type Subject = Pick<Unreached, 'application' | 'enquiry'> & {
  newsletter: string | null;
  is_last: number;
};

export async function subjectOf(db: Db, id: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select coalesce(messages.application, min(replies.application)) as application,
      min(replies.enquiry) as enquiry, messages.newsletter,
      max(case when replies.id is null or ${isSaidLast} then 1 else 0 end) as is_last
    from messages left join replies on replies.message = messages.id where messages.id = ${id}
    group by messages.application, messages.newsletter`.execute(db);
  return rows[0];
}
