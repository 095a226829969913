import type { Generated } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

/** Times are ISO 8601 text in UTC, so that they sort the same in every database. */
export type Tables = {
  media: {
    id: string;
    kind: 'press' | 'blog';
    title: string;
    lead: string | null;
    image: string | null;
    /** JSON: the picture in several widths. */
    images: string | null;
    created_at: string;
    /** Place among the featured items, counted from 0. */
    priority: number | null;
    hidden_at: string | null;
    /** When visitors begin to see it; null: from the start. */
    visible_from: string | null;
    /** Counts its changes in the office, so that nobody overwrites another's. */
    version: Generated<number>;
    /** Shows the draft to whoever has it. */
    preview: string | null;
    /** Markdown, as it was written. */
    source: string;
    /** HTML. Last: what comes before it is read without it. */
    body: string;
  };
  vacancies: {
    id: string;
    name: string;
    type: string;
    lead: string | null;
    location: string | null;
    salary: string | null;
    created_at: string;
    closed_at: string | null;
    /** When it closes by itself; null: never. */
    closes_at: string | null;
    /** When those who asked for alerts were last told that it is open. */
    told_at: string | null;
    /** Counts its changes in the office. */
    version: Generated<number>;
    /** Markdown, as it was written. */
    source: string;
    /** HTML. */
    body: string;
  };
  applications: {
    id: string;
    job: string;
    name: string;
    email: string;
    mobile: string;
    profile: string;
    created_at: string;
    /** The sender's Idempotency-Key; null: none was sent. */
    request_key: string | null;
    /** Hash of what was sent. */
    fingerprint: string;
    state: Generated<ApplicationState>;
    /** When somebody set the state; null: nobody has. */
    state_at: string | null;
    /** From the company to the applicant. */
    note: string | null;
    /** 1: its honeypot was filled. */
    flagged: number;
    description: string;
  };
  subscribers: {
    /** Lower-case address: one subscriber, however it is typed. */
    email_key: string;
    email: string;
    name: string;
    created_at: string;
    request_key: string | null;
    fingerprint: string;
    /** 1: the honeypot was filled each time. */
    flagged: number;
    /** Part of the link that ends the subscription. */
    token: string;
    /** How often the mail server refused the address for good; after two it is not written to. */
    refusals: Generated<number>;
  };
  /** Hashes of requests that were taken and have no row of their own (any more). */
  seen_keys: { hash: string; created_at: string };
  /** Who wants to be told of new vacancies: a browser's address at its push service, and nothing of the person. */
  alerts: {
    endpoint: string;
    /** The browser's keys, by which a message is encrypted for it alone. */
    p256dh: string;
    auth: string;
    created_at: string;
    /** When a push last got through to it; null: never yet. */
    reached_at: string | null;
  };
  /** Which address is still to be told of which vacancy. */
  pushes: { vacancy: string; endpoint: string; created_at: string; due_at: string; tries: number };
  mail: {
    id: string;
    kind: 'operator' | 'receipt' | 'webhook' | 'sign-in' | 'newsletter';
    /** The operator's address; null: the application's, or the webhook. */
    recipient: string | null;
    /** What it tells of; null once it is gone. */
    application: string | null;
    /** The link of a mail that signs somebody in. */
    link: string | null;
    newsletter: string | null;
    /** Keyed hash of the applicant's address, by which its receipts are counted for a day. */
    address_hash: string | null;
    created_at: string;
    /** Not before this; a server that takes the row to send it puts this off. Null: it is done. */
    due_at: string | null;
    tries: number;
    /** Why the last try failed, as a code; of a newsletter `perhaps` where nobody knows whether it was sent. */
    problem: string | null;
    /** When a server took it last. */
    claimed_at: string | null;
  };
  files: { name: string; type: string; created_at: string; bytes: Uint8Array };
  facts: { name: string; value: string };

  /** Who may enter the office. */
  people: { id: string; email: string; role: 'all' | 'editor'; created_at: string };
  /** Links that sign in once; the token is an HMAC of the id. */
  links: { id: string; person: string; created_at: string; expires_at: string };
  /** `id`: the hash of the cookie. */
  sessions: { id: string; person: string; created_at: string; used_at: string; agent: string };
  passkeys: {
    id: string;
    person: string;
    public_key: Uint8Array;
    counter: number;
    created_at: string;
  };
  /** Who did what; without personal data of anybody else. */
  log: { id: string; at: string; person: string; action: string; subject: string };
  newsletters: {
    id: string;
    subject: string;
    /** Markdown. */
    source: string;
    created_at: string;
    state: 'draft' | 'sending' | 'stopped';
    version: Generated<number>;
  };
};
