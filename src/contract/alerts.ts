/** The browser's `PushSubscription` as JSON. */
export type AlertSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Body of `PUT alerts`: a device gets each new vacancy, and the replies to the applications with these secrets. */
export type AlertsRequest = { subscription: AlertSubscription; applications: string[] };

/** Identifies an application to its device: its id as its secret begins with it, which opens nothing. */
export const tagOf = (secret: string) => secret.slice(0, 21);

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
