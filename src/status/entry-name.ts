import { outboxWords } from '#src/content/status.ts';
import type { Kind } from '#src/outbox/entry.ts';

/** `Application: Firmware Engineer`, or `Newsletter subscription`. */
export function entryName({ kind, about }: { kind: Kind; about: string }): string {
  const name = kind === 'apply' ? outboxWords.application : outboxWords.subscription;
  return about === '' ? name : `${name}: ${about}`;
}
