import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db, MessageKind, PushKind, Tables, Trx } from '../store/schema.ts';

export type Message<K = MessageKind> = Selectable<Tables['messages']> & { kind: K };

/** What the mail server receives. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Somebody's, to whom an answer goes; without it, the email says that a program sent it. */
  replyTo?: string | undefined;
  /** Root that emails about the same application or enquiry have in common. */
  thread?: string | null;
  /** URL that ends the subscription on a POST (RFC 8058). */
  unsubscribe?: string;
};

/** What a push service receives. Of pushes with the same `topic` it keeps the last, at most for `ttlMs`. */
export type Push = {
  device: { endpoint: string; p256dh: string; auth: string };
  message: string;
  topic: string;
  ttlMs: number;
};

/** How a kind of message is composed and handled. */
export type Kind<Content = Email> = {
  /** From the first attempt. */
  retryForMs: number;
  /** Called when the message is sent, so that it contains current data. Undefined: there is nothing to say any more. */
  compose: (db: Db, message: Message, siteUrl: string) => Promise<Content | undefined>;
  /** Changes in the transaction in which it is sent or has failed. `isFirst`: for the first time. */
  onEnd?: (trx: Trx, message: Message, isFirst: boolean) => Promise<void>;
  /** Changes in the transaction that deletes a message which was never sent. */
  onGone?: (trx: Trx, message: Message) => Promise<void>;
  /** Whether a row may leave; the others wait until somebody resumes what they are a part of. */
  isReady?: RawBuilder<boolean>;
  /** Its subject counts its messages, also those of people who have left. */
  isCounted?: boolean;
  /** Whether something still shows how a row ended. `month`: thirty days ago. */
  isKept?: (month: string) => RawBuilder<boolean>;
};

export const pushKinds: string[] = ['alert', 'news'] satisfies PushKind[];
export type EmailKind = Exclude<MessageKind, PushKind>;
export type Kinds = Record<EmailKind, Kind> & Record<PushKind, Kind<Push>>;
type AnyKind = Kind<Email | Push>;
export type Transport = 'email' | 'push';

/**
 * An hour's most, evenly spread, of kinds together, across all servers; by default `NEWSLETTER_PER_HOUR`. Messages for which
 * somebody waits count in it and do not wait for it.
 */
export type Limit = { kinds: MessageKind[]; most?: number };

/** `mail-kinds.ts` sets both before any message is added or ended: nothing else says how a kind is handled. */
export const registered = { kinds: {} as Kinds, limits: [] as Limit[] };

/** Undefined for a kind of a later release. */
export function kindOf({ kind }: Pick<Message, 'kind'>): AnyKind | undefined {
  return registered.kinds[kind];
}

/** What each kind says of its own rows; false for kinds of a later release. */
export function ofEachKind(condition: (kind: AnyKind, name: string) => RawBuilder<boolean>) {
  const all = Object.entries<AnyKind>(registered.kinds);
  const each = all.map(([name, kind]) => sql`kind = ${name} and ${condition(kind, name)}`);
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}
