import { asRecord } from './response.ts';

/** The browser's `PushSubscription` as JSON. */
export type AlertSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Body of `PUT alerts`: all that a device wants. `number` grows with each declaration; `tag` is for the application's pushes. */
export type AlertDeclaration = {
  subscription: AlertSubscription;
  /** The endpoint that this one replaces. */
  replaces?: string;
  number: number;
  vacancies: boolean;
  applications: { secret: string; tag: string }[];
};

/** Response to `PUT alerts`: what now stands, and the server's VAPID key. The applications are tags. */
export type AlertAnswer = Pick<AlertDeclaration, 'number' | 'vacancies'> & {
  applications: string[];
  publicKey: string;
};

export function parseAlertAnswer(body: Record<string, unknown>): AlertAnswer | undefined {
  const { number, vacancies, applications, publicKey } = asRecord(body.payload);
  if (typeof number !== 'number' || typeof publicKey !== 'string' || !Array.isArray(applications))
    return undefined;
  const tags = applications.filter((tag) => typeof tag === 'string');
  return { number, vacancies: vacancies === true, applications: tags, publicKey };
}

/** A declarative push message (https://w3c.github.io/push-api/#declarative-push-message). `mutable`: the worker may change it. */
export type PushMessage = {
  web_push: 8030;
  mutable: true;
  notification: {
    title: string;
    /** Absent in news about an application: anyone can read a lock screen. */
    body?: string;
    lang: string;
    /** The vacancy's id or the application's tag, so that a repeated message replaces the first. */
    tag: string;
    /** Absolute URL, opened on click. */
    navigate: string;
  };
};

export const alertIcon = '/icons/icon-192.png';
