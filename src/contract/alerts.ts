/** Body of `POST alerts`: the browser's `PushSubscription` as JSON. */
export type AlertRequest = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** The endpoint that this one replaces. */
  replaces?: string;
};

/** Response to `GET alerts` and `POST alerts`: the server's VAPID key. `tag` is that of pushes about the application. */
export type AlertsPayload = { publicKey: string; tag?: string };

/** A declarative push message (https://w3c.github.io/push-api/#declarative-push-message). `mutable`: the worker may change it. */
export type PushMessage = {
  web_push: 8030;
  mutable: true;
  notification: {
    title: string;
    /** Absent in news about an application: anyone can read a lock screen. */
    body?: string;
    lang: string;
    /** The vacancy's id or the `tag` of `AlertsPayload`, so that a repeated message replaces the first. */
    tag: string;
    /** Absolute URL, opened on click. */
    navigate: string;
  };
};

export const alertIcon = '/icons/icon-192.png';
