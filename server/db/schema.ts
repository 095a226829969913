import type { Generated } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

/** Times are ISO 8601 text in UTC, which sorts alike in both databases. */
export type Tables = {
  media: {
    id: string;
    kind: 'press' | 'blog';
    title: string;
    lead: string | null;
    image: string | null;
    /** JSON of `{ src, width }[]`. */
    images: string | null;
    created_at: string;
    /** Position among the featured items, from 0. */
    priority: number | null;
    hidden_at: string | null;
    visible_from: string | null;
    /** HTML. The last column: SQLite reads the others without it. */
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
    closes_at: string | null;
    /** Time of its last alerts. */
    told_at: string | null;
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
    /** The Idempotency-Key. */
    request_key: string | null;
    /** Hash of the fields. */
    fingerprint: string;
    state: Generated<ApplicationState>;
    state_at: string | null;
    /** Shown to the applicant. */
    note: string | null;
    /** 1 if the honeypot was filled in. */
    flagged: number;
    description: string;
  };
  subscribers: {
    /** Lower-case address. */
    email_key: string;
    email: string;
    name: string;
    created_at: string;
    request_key: string | null;
    fingerprint: string;
    /** 1 if the honeypot was filled in each time. */
    flagged: number;
  };
  /** Hashes of accepted requests without a row. */
  seen_keys: { hash: string; created_at: string };
  /** Push subscriptions for new vacancies, without a link to a person. */
  alerts: {
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: string;
    /** Time of its last delivered push. */
    reached_at: string | null;
  };
  /** Queue of alerts. */
  pushes: { vacancy: string; endpoint: string; created_at: string; due_at: string; tries: number };
  mail: {
    id: string;
    kind: 'operator' | 'receipt' | 'webhook';
    /** Null for the applicant and for the webhook. */
    recipient: string | null;
    application: string | null;
    /** HMAC of the applicant's address, to count its receipts. */
    address_hash: string | null;
    created_at: string;
    /** Time of the next attempt; a claim postpones it. Null once done. */
    due_at: string | null;
    tries: number;
    /** Error code of the last failure. */
    problem: string | null;
  };
  files: { name: string; type: string; created_at: string; bytes: Uint8Array };
  facts: { name: string; value: string };
};
