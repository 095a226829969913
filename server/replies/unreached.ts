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

/** Something else was said since to the one to whom it was said. */
const isOvertaken = sql<boolean>`exists (
  select 1 from replies where replies.message = messages.id and not ${isSaidLast})`;

/** Whose name is said: the sender's, or the address of a staff notice. Nobody's once what it is about was deleted. */
const name = sql<string | null>`coalesce(applications.name, enquiries.name, messages.recipient)`;

const emails = (db: Db) =>
  db
    .selectFrom('messages')
    .leftJoin('applications', 'applications.id', 'messages.about')
    .leftJoin('enquiries', 'enquiries.id', 'messages.about')
    .select(['applications.id as application', 'enquiries.id as enquiry']);

/** What failed, until somebody presses a button, and what was first tried over an hour ago and still waits; oldest first. */
export function unreachedEmails(db: Db): Promise<Unreached[]> {
  const hourAgo = new Date(Date.now() - hourMs).toISOString();
  const isFailed = sql`messages.state = 'failed' and messages.seen_at is null`;
  const isTried = sql`messages.state in ('waiting', 'sending') and messages.first_at < ${hourAgo}`;
  return emails(db)
    .select(['messages.id', 'messages.kind', 'messages.state', 'messages.why', 'attempts', 'first_at'])
    .select(name.as('name'))
    .where('messages.kind', 'in', ['receipt', 'reply', 'operator'])
    .where(sql<boolean>`(${isFailed} or ${isTried})`)
    .where(sql<boolean>`${name} is not null and not ${isOvertaken}`)
    .orderBy('messages.created_at')
    .$castTo<Unreached>()
    .execute();
}

/** What an email is about. */
export type Subject = Pick<Unreached, 'application' | 'enquiry'> & { is_last: number };

export function subjectOf(db: Db, id: string): Promise<Subject | undefined> {
  const isLast = sql<number>`case when ${isOvertaken} then 0 else 1 end`.as('is_last');
  return emails(db).select(isLast).where('messages.id', '=', id).executeTakeFirst();
}
