import type { Generated, Kysely, Transaction } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';
import type { fileRefusals } from '#src/words/attachments.ts';

export type MessageKind =
  | ('sign-in' | 'receipt' | 'operator' | 'confirm' | 'test' | 'reply' | 'newsletter')
  | PushKind;
/** `alert`: a new vacancy. `news`: of an application. */
export type PushKind = 'alert' | 'news';
export type MessageState = 'waiting' | 'sending' | 'sent' | 'failed';

export type EnquiryState = 'new' | 'done';

export type FileRefusal = keyof typeof fileRefusals;

/** Address and keys of a push subscription. */
type Endpoint = { endpoint: string; p256dh: string; auth: string };

/** Columns of all form submissions. */
type Submitted = {
  name: string;
  /** Empty if an enquiry gives only a phone number. */
  email: string;
  created_at: string;
  /** The Idempotency-Key. */
  request_key: string | null;
  /** Hash of the fields. */
  fingerprint: string;
};

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

/** Times are ISO 8601 text in UTC, which both databases sort in the same way. */
export type Tables = {
  articles: {
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
    /** When a draft should appear, or when it first appeared before it was taken off the site. */
    planned_from: string | null;
    /** Counts changes in the office, so that nobody overwrites a colleague's. */
    version: Generated<number>;
    /** Token in the link that shows the draft. */
    preview: string | null;
    /** Key of the form that saved it last. */
    saved_key: string | null;
    /** Markdown; refers to pictures by their paths. */
    source: string;
    /** HTML. Last, so that the other columns can be read without it. */
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
    /** Also set for a draft. */
    closed_at: string | null;
    /** Time of its first opening; null for a draft. */
    opened_at: string | null;
    closes_at: string | null;
    /** Time of its last alerts. */
    announced_at: string | null;
    /** Counts changes in the office. */
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
    /** Of the address; see `contact-key.ts`. It groups, and gives access to nothing. */
    contact_key: string;
    search_text: string;
    internal_note: string | null;
    description: string;
  };
  enquiries: Submitted & {
    id: string;
    phone: string;
    /** A product's name, or "Something else". */
    about: string;
    contact_key: string;
    search_text: string;
    state: Generated<EnquiryState>;
    message: string;
  };
  subscribers: Submitted & {
    /** The address's contact key. */
    email_key: string;
    search_text: string;
    /** Derived from the address, so that the link in an old email also ends a new subscription. */
    token: string;
    /** When the link was used; newsletters are sent only to confirmed addresses. */
    confirmed_at: string | null;
    /** Where and when somebody from a list agreed; null: through the form. */
    consent: string | null;
  };
  /** Tokens of addresses that left the newsletter, so that no list brings them back. */
  unsubscribed: { token: string; created_at: string };
  /** Hashes of accepted requests without a row, and of the office's forms with the path to which they led. */
  idempotency_keys: { hash: string; created_at: string; leads_to: string | null };
  /** Browsers that get notifications; not linked to a person. */
  devices: Endpoint;
  /** Applications of whose replies a device is told. */
  follows: { application: string; endpoint: string };
  messages: {
    id: string;
    kind: MessageKind;
    /** 2: somebody waits for it, so it goes before all others. 0: it goes after them. */
    urgency: Generated<0 | 1 | 2>;
    /** An address; of a push, the device's endpoint. Null: whoever sent what it is about. */
    recipient: string | null;
    /** Id of its application, enquiry, vacancy, sign-in link or newsletter. */
    about: string | null;
    /** Keyed hash of the address, to count a day's receipts or confirmations. */
    address_hash: string | null;
    created_at: string;
    state: Generated<MessageState>;
    /** While waiting: time of the next attempt. While sending: end of the lease. */
    due_at: string;
    /** Number of claims; only the last one may settle the message. */
    attempts: Generated<number>;
    /** Times of the first and the last claim. */
    first_at: string | null;
    claimed_at: string | null;
    /** 1: its text was sent last time, and the mail server did not answer. */
    silent: Generated<number>;
    /** The mail server's last reply, which may contain the address. */
    why: string | null;
    /** When it was sent or had failed for the first time. */
    ended_at: string | null;
    /** When somebody pressed [Seen]. */
    seen_at: string | null;
  };
  /** What is said to one application or enquiry, once its email has left. */
  replies: {
    id: string;
    application: string | null;
    enquiry: string | null;
    /** Who wrote it. */
    person: string;
    subject: string;
    text: string;
    /** 1: asks something, and the answer is still ours. */
    asks: Generated<number>;
    /** The application's status once it is said; null: the same. */
    state_after: ApplicationState | null;
    /** The mass answer that it belongs to. */
    batch: string | null;
    /** Id of its email, whose state is how the reply ended. */
    message: string;
    created_at: string;
    /** Who told the person by phone what it says, and when. */
    phoned_by: string | null;
    phoned_at: string | null;
  };
  /** `unnamed_since`: since when no text has used the picture. */
  pictures: {
    name: string;
    type: string;
    created_at: string;
    unnamed_since: string | null;
    bytes: Uint8Array;
  };
  /** Files that visitors announced with a form. Each belongs to an application or to an enquiry, and is deleted with it. */
  attachments: {
    id: string;
    application: string | null;
    enquiry: string | null;
    sha256: string;
    name: string;
    size: number;
    /** As announced; once it has arrived, as its first bytes show. */
    type: string;
    created_at: string;
    /** When the last part arrived, or the text. */
    heard_at: string;
    /** Since when there has been no room for its next part. */
    waits_since: string | null;
    /** Bytes of the parts stored so far. */
    stored: Generated<number>;
    /** When it was complete, and its sum and type were right. */
    arrived_at: string | null;
    /** Why it will not arrive. */
    refused: FileRefusal | null;
  };
  attachment_parts: { attachment: string; number: number; bytes: Uint8Array };
  facts: { name: string; value: string };

  /** People with access to the office. */
  people: { id: string; email: string; role: 'all' | 'editor'; created_at: string };
  /** Sign-in links that work once; the token is an HMAC of the id. */
  links: { id: string; person: string; created_at: string; expires_at: string };
  /** `id`: hash of the cookie. */
  sessions: { id: string; person: string; created_at: string; used_at: string; agent: string };
  passkeys: { id: string; person: string; public_key: Uint8Array; counter: number; created_at: string };
  /** Who did what; contains no personal data about visitors. */
  log: {
    id: string;
    at: string;
    /** The address as it was then, or `command line`. */
    person: string;
    action: string;
    /** Id of the `kind`; an entry about nothing else has neither. */
    subject: string;
    kind: 'application' | 'enquiry' | 'vacancy' | 'article' | 'newsletter' | null;
  };
  newsletters: {
    id: string;
    subject: string;
    /** Markdown. */
    source: string;
    created_at: string;
    state: Generated<'draft' | 'sending' | 'stopped' | 'ended'>;
    version: Generated<number>;
    /** Ids of its articles, as JSON. */
    articles: string | null;
    /** The finished email, with a placeholder for the unsubscribe link; of a draft, what its last test was. */
    html: string | null;
    plain: string | null;
    sent_at: string | null;
    ended_at: string | null;
    /** Why it was stopped, if nobody stopped it: the mail server's last words. */
    reason: string | null;
    saved_key: string | null;
  };
};
