import { sql } from 'kysely';

import { hourMs } from '../lib/durations.ts';
import type { Told } from '../outgoing/said.ts';
import type { Db } from '../store/schema.ts';
import { isSaidLast } from './replies.ts';

/** An email that reached nobody. `name`: of whoever sent what it is about; of a staff notice, its address. */
export type Unreached = Told & {
  id: string;
  attempts: number;
  kind: 'receipt' | 'reply' | 'operator';
  application: string | null;
  enquiry: string | null;
  name: string;
};

/**
 * What failed, until somebody presses a button, and what was first tried over an hour ago and still waits; oldest first. For
 * replies and receipts without whose applicants or enquirers have been deleted.
 */
export async function unreachedEmails(db: Db): Promise<Unreached[]> {
  const hourAgo = new Date(Date.now() - hourMs).toISOString();
  const { rows } = await sql<Unreached>`
    select messages.id, messages.kind, messages.state, messages.why, messages.attempts, messages.first_at,
      applications.id as application, enquiries.id as enquiry,
      coalesce(applications.name, enquiries.name, messages.recipient) as name
    from messages left join applications on applications.id = messages.about
    left join enquiries on enquiries.id = messages.about
    where messages.kind in ('receipt', 'reply', 'operator')
    and (messages.state = 'failed' and messages.seen_at is null
      or messages.state in ('waiting', 'sending') and messages.first_at < ${hourAgo})
    and coalesce(applications.name, enquiries.name, messages.recipient) is not null
    and not exists (select 1 from replies where replies.message = messages.id and not ${isSaidLast})
    order by messages.created_at`.execute(db);
  return rows;
}

/** What an email is about. */
export type Subject = Pick<Unreached, 'application' | 'enquiry'> & { is_last: number };

export async function subjectOf(db: Db, id: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`
    select applications.id as application, enquiries.id as enquiry,
      case when exists (select 1 from replies where replies.message = messages.id and not ${isSaidLast})
        then 0 else 1 end as is_last
    from messages left join applications on applications.id = messages.about
    left join enquiries on enquiries.id = messages.about where messages.id = ${id}`.execute(db);
  return rows[0];
}
