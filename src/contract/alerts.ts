import type { Vacancy } from './vacancy.ts';

/** What `POST alerts` takes: the browser's `PushSubscription` as JSON. */
export type AlertRequest = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The address that this one takes the place of. */
  replaces?: string;
};

/** The answer to it and to `GET alerts`: the key that a browser subscribes with. */
export type AlertsPayload = { publicKey: string };

/** Bytes before encryption; push services take 4096 in all. */
export const longestPush = 2_800;

/** Safari shows it without our worker (https://w3c.github.io/push-api/#declarative-push-message); `mutable`: asks it first. */
export type VacancyPush = {
  web_push: 8030;
  mutable: true;
  notification: {
    title: string;
    body: string;
    lang: 'en';
    /** The vacancy's id: told again, it replaces the first. */
    tag: string;
    /** Absolute: what a press opens. */
    navigate: string;
    /** For the worker to save. */
    data: { vacancy: Vacancy };
  };
};

export const alertIcon = '/icons/icon-192.png';
