import { type RawBuilder, sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

import { spokenDay } from '../lib/local-time.ts';
import { endOf, leavesLater, type Said } from '../replies/replies.ts';

/**
 * Where an application stands with us. `asked`: the answer is still ours. `lost`: our last reply reached nobody, and nobody
 * told them by phone. `answered with another`: the same person was answered for the vacancy after it came, and nobody has
 * shortlisted it since.
 */
export type Standing =
  | 'new'
  | 'read'
  | 'shortlisted'
  | 'asked'
  | 'answer on its way'
  | 'answered'
  | 'answered with another'
  | 'lost'
  | 'closed';

const isLost = (reply: string, message: string) =>
  `${message}.state = 'failed' and ${reply}.phoned_at is null`;

const ofReply = sql.raw(`(
  select case when ${isLost('said', 'email')} then 'lost' when said.asks = 1 then 'asked'
    when email.state in ('waiting', 'sending') then 'answer on its way' else 'answered' end
  from replies as said join messages as email on email.id = said.message
  where said.application = applications.id
  order by said.created_at desc, said.id desc limit 1)`);

/**
 * Few have sent another. Of those, the second condition, which is worked out once, spares most the search among everything
 * that the person has sent.
 */
const isAnsweredWithAnother = sql.raw(`exists (
  select 1 from applications as another where another.contact_key = applications.contact_key
  and another.job = applications.job and another.person_key = applications.person_key
  and another.id <> applications.id)
  and applications.contact_key in (
  select answered.contact_key from replies join applications as answered on answered.id = replies.application)
  and exists (
  select 1 from applications as other join replies on replies.application = other.id
  join messages on messages.id = replies.message
  where other.contact_key = applications.contact_key and other.job = applications.job
  and other.person_key = applications.person_key and other.id <> applications.id
  and replies.asks = 0 and replies.begun_at >= applications.created_at
  and not (${isLost('replies', 'messages')})
  and not (applications.state = 'shortlisted' and applications.state_at > replies.created_at)
  and replies.created_at > coalesce((
    select max(said.created_at) from replies as said where said.application = applications.id), ''))`);

export const standing = sql<Standing>`case when applications.state = 'closed' then 'closed'
  when ${isAnsweredWithAnother} then 'answered with another'
  else coalesce(${ofReply}, case applications.state when 'received' then 'new' else applications.state end) end`;

/** Somebody has dealt with it, though nobody has marked it as read. */
export const isDealtWith = sql<boolean>`${standing} in ('asked', 'answer on its way', 'answered', 'answered with another')`;

/** The answer is ours. The first condition is that of the index. */
export const isWaiting: RawBuilder<boolean> = sql<boolean>`(applications.state <> 'closed'
  and ${standing} in ('new', 'read', 'shortlisted', 'asked', 'lost'))`;

/** Has a reply or was sent twice, which indexes say of all. */
const mayBeAnswered = sql<boolean>`(exists (select 1 from replies where replies.application = applications.id)
  or applications.id in (select twin.id from applications as twin where (contact_key, job, person_key) in (
  select contact_key, job, person_key from applications group by contact_key, job, person_key having count(*) > 1)))`;

/** The same as above, to count many: does not work out where those stand who cannot have an answer. */
export const ofMany = {
  isDealtWith: sql<boolean>`(${mayBeAnswered} and ${isDealtWith})`,
  isWaiting: sql<boolean>`(applications.state <> 'closed'
    and (not ${mayBeAnswered} or ${isWaiting}))`,
};

const waiting: Standing[] = ['new', 'read', 'shortlisted', 'asked', 'lost'];
export const waits = (one: Standing) => waiting.includes(one);

/** Nobody got it, by email or by phone. */
export const reachedNobody = ({ delivery, phoned_at }: Said) => phoned_at === null && delivery === 'failed';

type Stands = { standing: Standing; state: ApplicationState; said: Said | undefined };

/** Says what was said to an application last, and how that ended; the same on every page. */
export function saidTo({ standing, state, said }: Stands): string | undefined {
  if (standing === 'answered with another') return 'answered with another of theirs';
  if (said === undefined) return undefined;
  const end = endOf(said);
  if (leavesLater(said)) return `answer ${end}`;
  const answered = state === 'shortlisted' ? 'invited' : 'answered';
  const what = `${said.asks === 1 ? 'asked' : answered} on ${spokenDay(new Date(said.at))}`;
  return end === undefined ? what : `${what}, the email ${end}`;
}

/** The message to the applicant: what was said last since the status began. It goes with the status. */
export const note = sql<string | null>`(select replies.text from replies
  where replies.application = applications.id and said_at >= coalesce(applications.state_at, '')
  order by said_at desc limit 1)`;
