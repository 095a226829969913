import type { Flag } from '#src/contract/answer.ts';
import type { Application } from '#src/contract/application.ts';
import type { Subscription } from '#src/contract/subscription.ts';

/** What each kind of request carries. */
export type Payloads = { apply: Application & Flag; subscribe: Subscription & Flag };

export type Kind = keyof Payloads;

/** `offline`: nothing answered. `service`: something answered, but could not take it yet. */
export type WaitReason = 'offline' | 'service';

/** A request that waits on the device. It exists from before the first attempt until a 2xx, or until the visitor deletes it. */
export type OutboxEntry<K extends Kind = Kind> = {
  [P in Kind]: {
    /** A uuid; also the Idempotency-Key of every attempt. */
    id: string;
    kind: P;
    payload: Payloads[P];
    /** What the visitor knows it by, such as the vacancy's name; may be empty. */
    about: string;
    /** Milliseconds since the epoch, like every time here. */
    createdAt: number;
    attempts: number;
    nextAttemptAt: number;
    waitsFor: WaitReason;
    /** What the server objected to; no attempt is made by itself any more. */
    problem?: string;
  };
}[K];

/** What is left of an entry that was sent, until the visitor has been told. Holds nothing of the payload. */
export type Receipt = {
  id: string;
  kind: Kind;
  about: string;
  sentAt: number;
  /** By which an application is followed. */
  secret?: string;
};

export function newEntry<K extends Kind>(
  id: string,
  kind: K,
  payload: Payloads[K],
  about: string,
  now: number,
): OutboxEntry {
  const common = { id, about, createdAt: now, attempts: 0, nextAttemptAt: now, waitsFor: 'offline' } as const;
  return { ...common, kind, payload } as OutboxEntry;
}

/** A version 4 uuid. `crypto.randomUUID` is missing where the page came over plain http from another machine. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** What is left of an entry that was sent. */
export function receiptFor({ id, kind, about }: OutboxEntry, sentAt: number, secret?: string): Receipt {
  return { id, kind, about, sentAt, ...(secret === undefined ? {} : { secret }) };
}

/** The entry after an answer that another attempt would not change. */
export function objectedTo(entry: OutboxEntry, problem: string): OutboxEntry {
  return { ...entry, attempts: entry.attempts + 1, problem };
}
