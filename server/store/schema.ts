import type { Generated } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

/** The `visible_from` of a draft. */
export const notYet = '9999-12-31T00:00:00.000Z';

/** Times are ISO 8601 text in UTC, so that they sort the same in every database. */
export type Tables = {
  media: {
    id: string;
    kind: 'press' | 'blog';
    title: string;
    image: string | null;
    /** HTML. */
    body: string;
    created_at: string;
    /** Place among the featured items, counted from 0. */
    priority: number | null;
    hidden_at: string | null;
    /** When visitors begin to see it; null: from the start. */
    visible_from: string | null;
  };
  vacancies: {
    id: string;
    name: string;
    type: string;
    /** HTML. */
    body: string;
    created_at: string;
    closed_at: string | null;
    /** When it closes by itself; null: never. */
    closes_at: string | null;
    /** When those who asked for alerts were last told that it is open. */
    told_at: string | null;
  };
  applications: {
    id: string;
    job: string;
    name: string;
    email: string;
    mobile: string;
    description: string;
    profile: string;
    created_at: string;
    request_key: string;
    state: Generated<ApplicationState>;
    /** When somebody set the state; null: nobody has. */
    state_at: string | null;
    /** From the company to the applicant. */
    word: string | null;
    /** 1: its honeypot was filled. */
    flagged: number;
    /** Of the secret that its sender got; null: there was none yet. */
    secret_hash: string | null;
  };
  subscribers: {
    /** Lower-case address: one subscriber, however it is typed. */
    email_key: string;
    email: string;
    name: string;
    created_at: string;
    request_key: string;
    /** 1: the honeypot was filled each time. */
    flagged: number;
  };
  /** The first answer to each write, for its repeats. Holds no personal data. */
  answers: {
    request_key: string;
    call: string;
    /** Hash of what was sent; null matches anything, after the sender's data were deleted. */
    fingerprint: string | null;
    /** Null while the first request is still on its way to a provider. */
    status: number | null;
    body: string;
    created_at: string;
    /** Hash of the e-mail address, where a provider gave the answer and may have named its sender. */
    person: string | null;
    /** Hash of the secret that a provider gave with it; null: none, or its application was withdrawn. */
    secret_hash: string | null;
    /** The key of the request with the same content that was answered first; null: this one was. */
    same_as: string | null;
  };
  /** Who wants to be told of new vacancies: a browser's address at its push service, and nothing of the person. */
  alerts: {
    endpoint: string;
    /** The browser's keys, by which a message is encrypted for it alone. */
    p256dh: string;
    auth: string;
    /** No longer read: always an empty JSON list. */
    kinds: string;
    created_at: string;
    /** When a push last got through to it; null: never yet. */
    reached_at: string | null;
  };
  /** What is still to be told, and to whom; without personal data. A row is deleted once it was sent. */
  outgoing: {
    /** Names the message for whoever gets it twice. */
    id: string;
    channel: 'mail' | 'webhook' | 'push';
    kind: 'application' | 'receipt' | 'subscribers' | 'vacancy';
    /** Goes with its application; null for a count of subscribers. */
    application: string | null;
    /** The day that is counted, such as 2026-11-21; null for the others. */
    day: string | null;
    /** The vacancy that an alert tells of, and the address it goes to (null: all of them); the row goes with either. */
    vacancy: string | null;
    alert: string | null;
    created_at: string;
    /** Not before this; a server that takes the row to send it puts this off. */
    due_at: string;
    tries: number;
    /** Why the last try failed, as a code. */
    problem: string | null;
    /** Who has it already: addresses of the operator with commas between them, or the last of all for alerts; null: none. */
    told: string | null;
  };
  /** POSTs of a client in the window that ends at `ends_at` (ms since the epoch, by the database's clock). */
  post_counts: { client: string; count: number; ends_at: number };
  files: { name: string; type: string; bytes: Uint8Array; created_at: string };
  facts: { name: string; value: string };
};
