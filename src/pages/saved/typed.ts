import { outboxEnvironment } from '#src/connect/outbox-environment.ts';
import { listDrafts } from '#src/outbox/drafts.ts';

/** How long is what the visitor has typed and the site remembers, in bytes. */
export async function lengthOfTyped(): Promise<number> {
  const { store, followed } = outboxEnvironment();
  const typed = [
    ...(await store.list()),
    ...(await store.receipts()),
    ...(await listDrafts()),
    ...(await followed.list()),
  ];
  return lengthOf(JSON.stringify([...typed, { ...localStorage }, { ...sessionStorage }]));
}

const lengthOf = (text: string) => new TextEncoder().encode(text).length;
