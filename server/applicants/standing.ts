import { type RawBuilder, sql } from 'kysely';

/** `asked`: the answer is still ours. `lost`: the email of our answer failed, and nobody told them by phone. */
export type Standing =
  | 'new'
  | 'read'
  | 'shortlisted'
  | 'asked'
  | 'answer on its way'
  | 'answered'
  | 'lost'
  | 'closed';

/** An application stands where its newest reply and that email stand. */
export const standing: RawBuilder<Standing> = sql`coalesce((
  select case when email.ended_at is null then 'answer on its way'
    when email.state = 'failed' and said.phoned_at is null then 'lost'
    when applications.state = 'closed' then 'closed' when said.asks = 1 then 'asked' else 'answered' end
  from replies as said join messages as email on email.id = said.message
  where said.application = applications.id order by said.created_at desc, said.id desc limit 1),
  case applications.state when 'received' then 'new' else applications.state end)`;

const waiting: Standing[] = ['new', 'read', 'shortlisted', 'asked', 'lost'];

/** The answer is ours. */
export const waits = (one: Standing) => waiting.includes(one);
export const isWaiting: RawBuilder<boolean> = sql`${standing} in (${sql.join(waiting)})`;

/** The message to the applicant: what was said last since the status began. It goes with the status. */
export const note = sql<string | null>`(select replies.text from replies
  join messages on messages.id = replies.message
  where replies.application = applications.id and messages.ended_at >= coalesce(applications.state_at, '')
  order by messages.ended_at desc limit 1)`;
