import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { listDrafts } from '#src/outbox/drafts.ts';

/** What was typed for a vacancy, by its id, and never became a request; `about` is the vacancy's name where it is known. */
export type HalfTyped = { job: string; about: string; payload: Record<string, string> };

/** The Outbox and its notes tell of what has become one. */
export async function readHalfTyped(): Promise<HalfTyped[]> {
  const { store } = outboxEnvironment();
  const requests = [...(await store.list()), ...(await store.receipts())].map(({ id }) => id);
  const isRequest = (id: string | undefined) => id !== undefined && requests.includes(id);
  return (
    (await listDrafts())
      .filter(({ name, attempt }) => !isRequest(name) && !isRequest(attempt?.key))
      // The others are corrections of an entry that is gone.
      .filter(({ fields }) => fields.first_name !== undefined)
      .map(({ name, about = name, fields: { first_name = '', last_name = '', ...others } }) => ({
        job: name,
        about,
        payload: { ...others, name: `${first_name} ${last_name}`.trim() },
      }))
  );
}

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
