import type { Vacancy } from './vacancy.ts';

/** What `POST alerts` takes: the browser's `PushSubscription` as JSON, and which vacancies it is to be told of. */
export type AlertRequest = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Types of vacancies; none is all. Left out by workers of earlier versions: then those of `replaces` stay. */
  kinds?: string[];
  /** The address that this one takes the place of. */
  replaces?: string;
};

/** What the service answers to it; `isNew` is missing in answers of earlier versions, and to `GET alerts`. */
export type AlertsPayload = {
  publicKey: string;
  /** Whether it did not have this address. */
  isNew?: boolean;
};

/** Bytes of a message before it is encrypted, which adds some hundred; push services take 4096 in all. */
export const longestPush = 2_800;

/**
 * What is pushed, in the form that Safari shows without our worker (https://w3c.github.io/push-api/#declarative-push-message).
 * `mutable`: where there is a worker, it is asked first.
 */
export type VacancyPush = {
  web_push: 8030;
  mutable: true;
  notification: {
    title: string;
    body: string;
    lang: 'en';
    tag: string;
    /** Absolute: what a press opens. */
    navigate: string;
    /** For the worker: what it saves, and where several are listed. */
    data: { vacancy: Vacancy; list: string };
  };
};

/** One notification for all vacancies that nobody has looked at yet. */
export const vacancyTag = 'vacancies';

/** What the worker shows beside it; the manifest names it too. */
export const alertIcon = '/icons/icon-192.png';
