import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db, MessageEnd, MessageKind, PushKind, Tables, Trx } from '../store/schema.ts';

export type Message<K = MessageKind> = Selectable<Tables['messages']> & { kind: K };

/** What the mail server receives. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string | undefined;
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

/** Other changes when a message ends, in the same transaction. `message`: as it is then. */
export type OnEnd = (trx: Trx, message: Message, to: MessageEnd) => Promise<void>;

/** How a kind of message is composed and handled. */
export type Kind<Content = Email> = {
  /** From the first attempt. */
  retryForMs: number;
  /** Never hand it over again if it is unknown whether it was accepted. */
  isOnceOnly?: boolean;
  /** Called when the message is sent, so that it contains current data. `dropped`: why there is nothing to send any more. */
  compose: (db: Db, message: Message, siteUrl: string) => Promise<Content | { dropped: string }>;
  /** Locks what its end changes; called before the message itself is locked. */
  lock?: (trx: Trx, message: Message) => Promise<void>;
  onEnd?: OnEnd;
  /** Called with the new message that [Send again] has made. */
  onAgain?: (trx: Trx, message: Message) => Promise<void>;
  /** Called whenever the mail server refuses the message for a reason other than the address. */
  onRefused?: (trx: Trx, message: Message, reply: string) => Promise<void>;
  /** Across all servers, together with the kinds that have the same limit; messages beyond it wait. */
  limit?: Limit;
  /** Whether a row may leave; the others wait until somebody resumes what they are a part of. */
  isReady?: RawBuilder<boolean>;
  /** Whether something still shows how a row ended. */
  isShown?: RawBuilder<boolean>;
  /** Its subject counts its messages, and deletes them. */
  isCounted?: boolean;
};

/**
 * Binds only messages for which nobody waits. `perHour`: the setting for bulk email. `isEven`: one at a time, evenly spread; those
 * for which somebody waits count in it.
 */
export type Limit = { most: (perHour: number) => number; isEven: boolean };

export type Kinds = Record<Exclude<MessageKind, PushKind>, Kind> & Record<PushKind, Kind<Push>>;
export type AnyKind = Kind<Email | Push>;
export type Transport = Message['transport'];

let registered: Kinds | undefined;

/** Call it once, before any message is added or ended: nothing else says how a kind is handled. */
export function registerKinds(kinds: Kinds): void {
  registered = kinds;
}

export function registeredKinds(): Kinds {
  if (registered === undefined) throw new Error('No kinds of messages are registered.');
  return registered;
}

/** Undefined for a kind of a later release. */
export function kindOf({ kind }: Pick<Message, 'kind'>): AnyKind | undefined {
  return registeredKinds()[kind];
}

/** What each kind says of its own rows; false for kinds of a later release. */
export function ofEachKind(condition: (kind: AnyKind) => RawBuilder<boolean>): RawBuilder<boolean> {
  const all = Object.entries<AnyKind>(registeredKinds());
  return sql`(${sql.join(
    all.map(([name, kind]) => sql`kind = ${name} and ${condition(kind)}`),
    sql` or `,
  )})`;
}
