import type { Generated, Kysely, Transaction } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

export type MessageKind = 'sign-in' | 'receipt' | 'operator' | 'confirm' | 'test' | 'reply' | 'newsletter';
/** `perhaps`: handed over, and then nothing more was heard. */
export type MessageEnd = 'sent' | 'not accepted' | 'perhaps' | 'given up' | 'dropped';
/** `held`: its newsletter was stopped. */
export type MessageState = 'waiting' | 'held' | 'sending' | MessageEnd;

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
    message_to_applicant: string | null;
    internal_note: string | null;
    /** When the last reply was written. */
    answered_at: string | null;
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
    /** Derived from the address, so that the link in an old email ends a new subscription too. */
    token: string;
    /** Consecutive replies that the address is unknown; after two, nothing more is sent to it. */
    refusals: Generated<number>;
    /** When the email with the link was sent; null: never. */
    asked_at: string | null;
    /** When the link was used; only then they are written to. */
    confirmed_at: string | null;
  };
  /** Hashes of accepted requests without a row, and of the office's forms with the address that they led to. */
  idempotency_keys: { hash: string; created_at: string; leads_to: string | null };
  /** Push subscriptions for new vacancies, without a link to a person. */
  alerts: {
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: string;
    /** Time of its last delivered push. */
    reached_at: string | null;
    /** Alerts in a row that its push service refused, after all their tries. */
    refused: Generated<number>;
  };
  /** Queue of alerts. */
  pushes: {
    vacancy: string;
    endpoint: string;
    created_at: string;
    due_at: string;
    tries: number;
    /** The push service's last answer was a refusal. */
    was_refused: Generated<number>;
  };
  /** Devices that are told of news about an application, each with its next push. */
  news_alerts: {
    application: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** Tells the device which of its applications a push is about. */
    tag: string;
    created_at: string;
    /** The status before the changes that the next push is about; null: there was a reply. */
    state_before: ApplicationState | null;
    /** Time of the last change; null: never. */
    queued_at: string | null;
    /** Null: nothing is to be pushed. */
    due_at: string | null;
    tries: Generated<number>;
    /** The push service's last answer was a refusal. */
    was_refused: Generated<number>;
    /** Pushes in a row that its push service refused, after all their tries. */
    refused: Generated<number>;
  };
  messages: {
    id: string;
    kind: MessageKind;
    /** Null: the applicant or enquirer. */
    recipient: string | null;
    application: string | null;
    link: string | null;
    newsletter: string | null;
    /** Keyed hash of the applicant's address: counts its receipts. */
    address_hash: string | null;
    /** Which email of its newsletter a test is. */
    email_hash: string | null;
    /** Where replies to it go. */
    reply_to: string | null;
    created_at: string;
    state: Generated<MessageState>;
    /** While waiting the next attempt, while sending the end of the lease. */
    due_at: string;
    /** Counts the claims; only the last one may say what became of it. */
    attempts: Generated<number>;
    /** Times of the first claim and of the last. */
    first_at: string | null;
    claimed_at: string | null;
    /** Set in the last claim once connected and signed in, before the envelope. */
    handed_over_at: string | null;
    /** Those without a reply. */
    hand_overs: Generated<number>;
    /** When the mail server first refused it for another reason than its address. */
    refused_at: string | null;
    /** The mail server's last words, which may name the address; or why it was dropped. */
    why: string | null;
    ended_at: string | null;
    /** When somebody pressed [Seen]. */
    seen_at: string | null;
  };
  /** Replies to applicants and enquirers. Several to one person share one email. */
  replies: {
    id: string;
    application: string | null;
    enquiry: string | null;
    /** Who wrote it. */
    person: string;
    subject: string;
    text: string;
    /** The status before it. */
    state_before: string | null;
    /** Id of its message, which is deleted earlier. */
    message: string;
    /** How its message ended. */
    outcome: MessageEnd | null;
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
    state: Generated<'draft' | 'sending' | 'stopped' | 'ended'>;
    version: Generated<number>;
    /** Ids of its articles as JSON. */
    articles: string | null;
    /** The finished email of the last test, with a placeholder for the unsubscribe link, its hash, and the ids of its articles. */
    html: string | null;
    plain: string | null;
    email_hash: string | null;
    email_articles: string | null;
    /** When that email was sent as a test. */
    tested_at: string | null;
    sent_at: string | null;
    stopped_at: string | null;
    ended_at: string | null;
    /** Messages in a row that the mail server refused, and why. */
    refused: Generated<number>;
    reason: string | null;
    /** How many messages it has, and how they ended. */
    messages: Generated<number>;
    sent: Generated<number>;
    not_accepted: Generated<number>;
    perhaps: Generated<number>;
    given_up: Generated<number>;
    dropped: Generated<number>;
    saved_key: string | null;
  };
};
