import 'fake-indexeddb/auto';

import { beforeEach, expect, test, vi } from 'vitest';

import { acknowledge, draftFor, openRecord } from '#src/api/submit.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import { createStore } from '#src/outbox/store.ts';
import { isListed } from '#src/outbox/submission.ts';

const send = vi.fn<typeof fetch>();
const whileUnsaved = vi.fn((work: Promise<unknown>) => work);
const store = createStore(() => undefined);
const outbox: Outbox = {
  store,
  base: '',
  fetch: send,
  now: () => Date.now(),
  random: () => 0.5,
  newId: () => crypto.randomUUID(),
  onClaim: () => undefined,
  whileUnsaved: (work) => whileUnsaved(work) as typeof work,
};

vi.mock('#src/api/outbox.ts', () => ({ pageOutbox: () => outbox, newId: () => crypto.randomUUID() }));

const about = { kind: 'apply', job: 'fw', about: 'Firmware Engineer' } as const;
const text = { first_name: 'Mutinta' };
const watched = () => true;
const yes = () => Response.json({ secret: 'abcdefghijklmnopqrstuv' }, { status: 201 });

beforeEach(async () => {
  vi.restoreAllMocks();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  send.mockReset();
  whileUnsaved.mockReset().mockImplementation((work) => work);
  await store.clear();
});

/** A line that answers when told to. */
function holdLine(): (answer: Response) => void {
  let answerWith: (answer: Response) => void = () => undefined;
  send.mockImplementation(() => new Promise((resolve) => (answerWith = resolve)));
  return (answer) => answerWith(answer);
}

const keys = () => send.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));

test('while it is on its way for the first time it is not listed', async () => {
  const answer = holdLine();
  const ended = openRecord(about).submit(text, watched);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const [record] = await store.list();
  expect(record && isListed(record)).toBe(false);
  answer(yes());
  expect(await ended).toBeUndefined();
  expect(await store.list()).toMatchObject([{ state: 'sent', fields: {} }]);
});

test('a full phone: sent from memory, its end is told to the form, and unchanged it has the same key', async () => {
  const full = vi.spyOn(store, 'change').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  const record = openRecord(about);
  await expect(record.type(text)).rejects.toThrow('full');
  expect(await record.submit(text, watched)).toMatchObject({ type: 'silent' });
  full.mockRestore();
  send.mockResolvedValue(yes());
  expect(await record.submit(text, watched)).toBeUndefined();
  expect(new Set(keys()).size).toBe(1);
  expect(whileUnsaved).toHaveBeenCalledOnce();
});

test('a draft that was sent from memory is not left behind', async () => {
  const record = openRecord(about);
  await record.type(text);
  vi.spyOn(store, 'change').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'));
  send.mockResolvedValue(yes());
  expect(await record.submit(text, watched)).toMatchObject({ type: 'sent' });
  expect(await store.list()).toEqual([]);
});

test('the close icon while it is sent only closes, also where the server then refuses it', async () => {
  const answer = holdLine();
  const record = openRecord(about);
  const ended = record.submit(text, () => false);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  await record.discard();
  answer(Response.json({ error: 'Closed' }, { status: 422 }));
  await ended;
  expect(await store.list()).toMatchObject([{ state: 'refused', fields: text, why: { message: 'Closed' } }]);
});

test('what was deleted with everything while it was sent is not written again, and its form is told', async () => {
  const answer = holdLine();
  const ended = openRecord(about).submit(text, watched);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  await store.clear();
  answer(yes());
  expect(await ended).toMatchObject({ type: 'sent' });
  expect(await store.list()).toEqual([]);
});

test('two tabs with one vacancy: the text typed in the second stays when the first is sent', async () => {
  const [one, other] = [openRecord(about), openRecord(about)];
  await one.type(text);
  const [draft] = await store.list();
  if (draft) other.show(draft);
  await one.type({ first_name: 'Mutinta B.' });
  await other.type({ first_name: 'Chanda' });
  expect(other.id()).not.toBe(one.id());
  send.mockResolvedValue(yes());
  await one.submit({ first_name: 'Mutinta B.' }, watched);
  expect(await draftFor(about, undefined)).toMatchObject({
    id: other.id(),
    fields: { first_name: 'Chanda' },
  });
});

test('Submit in a second tab that shows the same text only shows what became of it', async () => {
  const [one, other] = [openRecord(about), openRecord(about)];
  await one.type(text);
  const [draft] = await store.list();
  if (draft) other.show(draft);
  const answer = holdLine();
  const ended = one.submit(text, watched);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(await other.submit(text, watched)).toBeUndefined();
  expect(other.id()).toBe(one.id());
  answer(yes());
  await ended;
  expect(send).toHaveBeenCalledOnce();
});

test('what a page has told is followed by its secret', async () => {
  send.mockResolvedValue(yes());
  const record = openRecord(about);
  await record.submit(text, watched);
  for (const sent of await store.list()) await acknowledge(sent);
  expect(await store.list()).toMatchObject([{ state: 'followed', secret: 'abcdefghijklmnopqrstuv' }]);
});

test('what another tab has typed since over a subscription that was told stays', async () => {
  const newsletter = { kind: 'subscribe', job: '', about: '' } as const;
  send.mockResolvedValue(Response.json({ error: 'No' }, { status: 422 }));
  const [record, other] = [openRecord(newsletter), openRecord(newsletter)];
  await record.submit({ name: 'Mutinta', email: 'a@example.com' }, watched);
  const [refused] = await store.list();
  if (refused === undefined) throw new Error('It is not stored.');
  other.show(refused);
  await other.type({ name: 'Mutinta', email: 'b@example.com' });
  await acknowledge(refused);
  expect(await store.list()).toMatchObject([{ fields: { email: 'b@example.com' } }]);
  for (const latest of await store.list()) await acknowledge(latest);
  expect(await store.list()).toEqual([]);
});
