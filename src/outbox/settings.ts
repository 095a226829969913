/** What this device wants to be notified of, and what the server last answered. */
import type { AlertAnswer } from '#src/contract/alerts.ts';

import { dayMs } from './limits.ts';
import type { Submission } from './submission.ts';

/** One record beside the submissions. */
export type Settings = {
  v: 1;
  kind: 'settings';
  /** Alerts for new vacancies are wanted. News about an application is wanted if its own record says so. */
  vacancies: boolean;
  /** Number of the last declaration to the server. */
  number: number;
  /** Address of the push subscription that the server answered last. */
  endpoint?: string | undefined;
  declared?: Declared | undefined;
  /** What was declared since that answer; each may have reached the server. */
  unanswered?: Topics[] | undefined;
  /** Why there was no answer. `push`: the browser got no subscription. */
  failed?: Failure | undefined;
};

export type Failure = 'push' | 'offline' | 'service';

/** `applications`: tags. */
type Topics = { vacancies: boolean; applications: string[] };

/** The server's answer. `refused`: tags that it did not accept. */
type Declared = Topics & { at: number; number: number; refused: string[] };

/** An application's tag is its record's id. */
export type Wanted = { vacancies: boolean; applications: { secret: string; tag: string }[] };

/** `endpoint`: address of the browser's push subscription, if there is one. */
export type Device = { settings: Settings | undefined; all: Submission[]; endpoint: string | undefined };

export function wantedBy({ settings, all }: Pick<Device, 'settings' | 'all'>): Wanted {
  // The same application sent twice has two records with one secret.
  const tags = new Map(all.flatMap(({ id, secret, news }) => (news && secret ? [[secret, id]] : [])));
  return {
    vacancies: settings?.vacancies ?? false,
    applications: [...tags].map(([secret, tag]) => ({ secret, tag })),
  };
}

export function isNothing({ vacancies, applications }: Wanted): boolean {
  return !vacancies && applications.length === 0;
}

export function topicsOf({ vacancies, applications }: Wanted): Topics {
  return { vacancies, applications: applications.map(({ tag }) => tag).sort() };
}

export const newSettings: Settings = { v: 1, kind: 'settings', vacancies: false, number: 0 };

/** The next declaration. Nothing that was answered or asked before stands for a new subscription. */
export function numbered(settings: Settings, wanted: Wanted, isSubscribed: boolean): Settings {
  const { declared, unanswered = [] } = isSubscribed ? settings : {};
  const asked = topicsOf(wanted);
  const isRepeat = JSON.stringify(unanswered.at(-1)) === JSON.stringify(asked);
  const number = settings.number + 1;
  return { ...settings, number, declared, unanswered: isRepeat ? unanswered : [...unanswered, asked] };
}

/** What was declared under this number, for the subscription at `endpoint`. */
type Asked = { number: number; wanted: Wanted; endpoint: string };

/** What the server answers to it. With another number it stood before this device's settings were deleted. */
export function answered(settings: Settings, answer: AlertAnswer, asked: Asked, at: number): Settings {
  const { number, endpoint, wanted } = asked;
  const known = { ...settings, endpoint, number: Math.max(settings.number, answer.number) };
  if (answer.number !== number) return known;
  const { vacancies, applications } = answer;
  const refused = topicsOf(wanted).applications.filter((tag) => !applications.includes(tag));
  // What was declared later may have reached the server too.
  const unanswered = settings.number === number ? undefined : settings.unanswered;
  return {
    ...known,
    declared: { number, vacancies, applications, refused, at },
    unanswered,
    failed: undefined,
  };
}

/** True if the server's last answer was to what is wanted, for this subscription, and is not older than `maxAgeMs`. */
export function isDeclared(device: Device, now: number, maxAgeMs = 7 * dayMs): boolean {
  const { settings, endpoint } = device;
  const wanted = wantedBy(device);
  if (isNothing(wanted)) return endpoint === undefined;
  const { declared, unanswered = [] } = settings ?? {};
  if (declared === undefined || settings?.endpoint !== endpoint || unanswered.length > 0) return false;
  const { vacancies, applications, refused } = declared;
  const answered: Topics = { vacancies, applications: [...applications, ...refused].sort() };
  const isSame = JSON.stringify(answered) === JSON.stringify(topicsOf(wanted));
  return isSame && Math.abs(now - declared.at) < maxAgeMs;
}

/**
 * What can be said about alerts for vacancies, or about news of this record's application. `starting`, `ending`: wanted, or not
 * wanted any more, but not confirmed by the server. `refused`: the server did not accept it.
 */
export type TopicState = 'on' | 'off' | 'starting' | 'ending' | 'refused';

/** Every change of that, by what happened. `README.md` draws it. `answer`: to a declaration. */
export const topicTransitions: readonly (readonly [
  from: readonly TopicState[],
  event: 'turn-on' | 'turn-off' | 'answer' | 'subscription-lost' | 'no-permission',
  to: TopicState,
])[] = [
  [['off', 'starting', 'ending'], 'turn-on', 'starting'],
  [['off', 'ending'], 'turn-on', 'refused'],
  [['ending'], 'turn-on', 'on'],
  [['starting', 'refused'], 'turn-off', 'off'],
  [['starting', 'on', 'refused'], 'turn-off', 'ending'],
  [['starting', 'refused'], 'answer', 'on'],
  [['starting', 'on'], 'answer', 'refused'],
  [['refused'], 'answer', 'starting'],
  [['ending'], 'answer', 'off'],
  [['on', 'refused'], 'subscription-lost', 'starting'],
  [['ending'], 'subscription-lost', 'off'],
  [['starting', 'on', 'refused', 'ending'], 'no-permission', 'off'],
];

/** True if the switch offers it. */
export function mayTurn(way: 'turn-on' | 'turn-off', state: string): boolean {
  return topicTransitions.some(([from, event]) => event === way && from.some((one) => one === state));
}

export function stateOf(device: Device, record?: Pick<Submission, 'id' | 'secret'>): TopicState {
  const { settings, all, endpoint } = device;
  const isOwn = (tag: string) =>
    tag === record?.id || all.some(({ id, secret }) => id === tag && secret === record?.secret);
  const has = ({ vacancies, applications }: Topics) => (record ? applications.some(isOwn) : vacancies);
  const { declared, unanswered = [] } = settings ?? {};
  const isAnswered = declared !== undefined && endpoint !== undefined && settings?.endpoint === endpoint;
  if (!has(topicsOf(wantedBy(device)))) {
    const mayStand = [...unanswered, ...(declared ? [declared] : [])].some(has);
    return endpoint !== undefined && mayStand ? 'ending' : 'off';
  }
  if (isAnswered && record && declared.refused.some(isOwn)) return 'refused';
  return isAnswered && has(declared) && unanswered.every(has) ? 'on' : 'starting';
}
