import type { Generated, Kysely, Transaction } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

export type EnquiryState = 'new' | 'done';

/** Of everything that a form sent. */
type Submitted = {
  name: string;
  /** Empty where an enquiry gives a phone number only. */
  email: string;
  created_at: string;
  /** The Idempotency-Key. */
  request_key: string | null;
  /** Hash of the fields. */
  fingerprint: string;
  /** 1 if the honeypot was filled in; a subscriber's each time. */
  flagged: number;
};

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

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
    visible_from: string;
    /** When a draft is to appear, or first appeared before it was taken off the site. */
    planned_from: string | null;
    /** Counts its changes in the office, so that nobody overwrites another's. */
    version: Generated<number>;
    /** Token of the link that shows the draft. */
    preview: string | null;
    /** Key of the form that saved it last. */
    saved_key: string | null;
    /** Markdown; names pictures by their addresses. */
    source: string;
    /** HTML. Last, so that the columns before it are read without it. */
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
    /** Set for a draft too. */
    closed_at: string | null;
    /** Time of its first opening; null for a draft. */
    opened_at: string | null;
    closes_at: string | null;
    /** Time of its last alerts. */
    told_at: string | null;
    /** Counts its changes in the office. */
    version: Generated<number>;
    /** Key of the form that saved it last. */
    saved_key: string | null;
    /** Markdown. */
    source: string;
    /** HTML. */
    body: string;
  };
  applications: Submitted & {
    id: string;
    job: string;
    mobile: string;
    profile: string;
    state: Generated<ApplicationState>;
    state_at: string | null;
    /** Shown to the applicant. */
    note: string | null;
    /** For the company only. */
    remark: string | null;
    description: string;
  };
  enquiries: Submitted & {
    id: string;
    phone: string;
    /** A product's name, or "Something else". */
    about: string;
    state: Generated<EnquiryState>;
    message: string;
  };
  subscribers: Submitted & {
    /** Lower-case address. */
    email_key: string;
    /** Part of the link that ends the subscription. */
    token: string;
    /** Consecutive replies that the address is unknown; after two, nothing more is sent to it. */
    refusals: Generated<number>;
    /** Null until the link in the email is used. */
    confirmed_at: string | null;
    /** When that email was sent. */
    asked_at: string | null;
  };
  /** Hashes of accepted requests without a row, and of the office's forms with the address that they led to. */
  seen_keys: { hash: string; created_at: string; leads_to: string | null };
  /** Push subscriptions for new vacancies, without a link to a person. */
  alerts: {
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: string;
    /** Time of its last delivered push. */
    reached_at: string | null;
    /** Time of its first failed push since then. */
    failing_since: string | null;
  };
  /** Queue of alerts. */
  pushes: { vacancy: string; endpoint: string; created_at: string; due_at: string; tries: number };
  mail: {
    id: string;
    kind: 'sign-in' | 'receipt' | 'operator' | 'confirm' | 'test' | 'answer' | 'newsletter';
    /** Null: the applicant. */
    recipient: string | null;
    application: string | null;
    link: string | null;
    newsletter: string | null;
    /** Keyed hash of the applicant's address: counts its receipts. */
    address_hash: string | null;
    created_at: string;
    /** Time of the next attempt; a claim postpones it. Null once done. */
    due_at: string | null;
    tries: number;
    /** The mail server's last reply, which may name the address; `perhaps` while it is unknown whether it was sent. */
    problem: string | null;
    /** Time of the first attempt, and of the last. */
    first_at: string | null;
    claimed_at: string | null;
  };
  /** Answers to applicants. Several to one address share one email. */
  answers: {
    id: string;
    application: string | null;
    enquiry: string | null;
    /** Who wrote it. */
    person: string;
    subject: string;
    text: string;
    state_before: string | null;
    /** Id of the email, which may have been deleted since. */
    mail: string | null;
    /** Null until the mail server's final reply. */
    outcome: 'sent' | 'refused' | null;
    created_at: string;
    settled_at: string | null;
  };
  /** `unnamed_since`: when a picture was first found that no text names. */
  files: { name: string; type: string; created_at: string; unnamed_since: string | null; bytes: Uint8Array };
  facts: { name: string; value: string };

  /** Who may enter the office. */
  people: { id: string; email: string; role: 'all' | 'editor'; created_at: string };
  /** Links that sign in once; the token is an HMAC of the id. */
  links: { id: string; person: string; created_at: string; expires_at: string };
  /** `id`: the hash of the cookie. */
  sessions: { id: string; person: string; created_at: string; used_at: string; agent: string };
  passkeys: { id: string; person: string; public_key: Uint8Array; counter: number; created_at: string };
  /** Who did what; without personal data of anybody else. */
  log: {
    id: string;
    at: string;
    person: string;
    action: string;
    /** An id of the kind `kind`; older rows have no kind. */
    subject: string;
    kind: 'application' | 'enquiry' | 'vacancy' | 'article' | 'newsletter' | 'person' | null;
  };
  newsletters: {
    id: string;
    subject: string;
    /** Markdown. */
    source: string;
    created_at: string;
    state: 'draft' | 'sending' | 'stopped';
    /** Messages in a row that the mail server refused, and why. */
    refused: Generated<number>;
    reason: string | null;
    version: Generated<number>;
    /** Ids of its articles as JSON. */
    articles: string | null;
    /** The version sent to its writer as a test. */
    tested: number | null;
    sent_at: string | null;
    /** The finished HTML, with a placeholder for the unsubscribe link; of a tested draft as well. */
    html: string | null;
    plain: string | null;
    saved_key: string | null;
  };
};
