// @vitest-environment jsdom
import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';

import { filesWords as words } from '#src/content/attachments.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { partBytes } from '#src/contract/attachments.ts';
import { forms } from '#src/contract/forms.ts';
import { applyPath, pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { sizeText } from '#src/words/attachments.ts';
import { optionalLabel } from '#src/words/forms.ts';

import { fileOf } from '../../kit/file.ts';
import { choose, control, one, press, textOf, type, until } from './person.ts';
import {
  openApplication,
  openSite,
  prepareBrowser,
  refusal,
  startServer,
  storedBytes,
  storedText,
  submitApplication,
  vacancy,
} from './site.tsx';

beforeEach(prepareBrowser);

const field = optionalLabel(words.labels.apply);
const size = 3 * partBytes + 10;
const { bytes, sha256 } = fileOf(size);
const pdf = (content: Uint8Array | string, name = 'CV Mutinta.pdf') => {
  const copy = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return new File([Uint8Array.from(copy)], name);
};
const cv = () => pdf(bytes);
const outbox = () => one('dialog', outboxWords.name);

async function fillForm(): Promise<void> {
  await openApplication();
  await until(() => control(field));
  choose(field, cv());
  await until(() => one('button', words.remove));
}

async function openOutbox(): Promise<void> {
  await press('button', 'Close', () => one('dialog', /^Thank you/));
  await press('button', /^Outbox/);
  await until(outbox);
}

const thanks = () => one('dialog', /^Thank you/).textContent;
const inOutbox = () => one('dialog', outboxWords.name).textContent;

test('a CV is sent after its text, once, and is then gone from the device', async () => {
  const { promise: isLineFree, resolve: freeLine } = Promise.withResolvers<undefined>();
  const { posts, puts, arrived } = startServer(({ method }) => (method === 'PUT' ? isLineFree : undefined));
  await fillForm();
  expect(one('dialog').textContent).toContain(words.chosen(sizeText(size)));
  expect(await storedBytes()).toBe(size);
  await submitApplication();
  await until(() => expect(thanks()).toContain(outcomeWords.filesFollow(true, 1, sizeText(size))));
  await openOutbox();
  await until(() => one('progressbar', 'CV Mutinta.pdf'));
  expect(inOutbox()).toContain(outboxWords.delivered);
  freeLine(undefined);
  await until(() => expect(inOutbox()).toContain(outboxWords.empty));
  expect(posts()).toMatchObject([{ body: { files: [{ sha256, name: 'CV Mutinta.pdf', size }] } }]);
  expect([puts(), arrived()]).toEqual([['0', '1', '2', '3'], [4]]);
  await until(async () => expect(await storedBytes()).toBe(0));
});

test('a file that the server refuses is told with its sentence, and the text stands', async () => {
  const { posts } = startServer(({ method }) => (method === 'PUT' ? refusal(413) : undefined));
  await fillForm();
  await submitApplication();
  await until(() => expect(thanks()).toContain(forms.apply.words.sent));
  await openOutbox();
  await until(() => expect(inOutbox()).toContain(words.refused('Objection 413')));
  expect(textOf('button', /^Outbox/)).toBe(
    `${outboxWords.name}: 1 ${outboxWords.waiting}, ${outboxWords.attention}`,
  );
  expect(await storedBytes()).toBe(0);
  await press('button', words.remove, outbox);
  await until(() => expect(inOutbox()).toContain(outboxWords.empty));
  expect(posts()).toHaveLength(1);
});

test('who chooses a file by keys, or removes it, is still in its field afterwards', async () => {
  startServer();
  await openApplication();
  await until(() => control(field));
  (document.activeElement as HTMLElement).blur();
  choose(field, pdf(''));
  await until(() => one('alert'));
  expect(document.activeElement).toBe(document.body);
  control(field).focus();
  choose(field, cv());
  await until(() => expect(document.activeElement).toBe(one('button', words.remove)));
  one('button', words.remove).click();
  await until(() => expect(document.activeElement).toBe(control(field)));
  control('Description').focus();
  choose(field, cv());
  await until(() => one('button', words.remove));
  expect(document.activeElement).toBe(control('Description'));
});

test('a file is kept that is chosen after a text was typed and cleared', async () => {
  startServer();
  await openSite(applyPath(vacancy._id));
  await until(() => control(field));
  for (const text of ['A letter.', '']) {
    type('Description', text);
    await until(async () => expect((await storedText()).includes('A letter.')).toBe(text !== ''));
  }
  choose(field, cv());
  await until(() => one('button', words.remove));
  expect(await storedBytes()).toBeGreaterThan(0);
});

test('a form opened again shows its file, and "Delete everything" names and deletes it', async () => {
  startServer(({ call }) => (call === otherPaths.health ? 'cut' : undefined));
  await fillForm();
  await openSite(applyPath(vacancy._id));
  await until(() => one('button', words.remove));
  await openSite(pages.saved.path);
  await press('button', saved.delete.button);
  await until(() => expect(one('dialog').textContent).toContain('CV Mutinta.pdf'));
  await press('button', saved.delete.yes);
  await until(() => one('status', saved.delete.done));
  expect(await storedBytes()).toBe(0);
});

test('"Delete everything" says of a file whose answer was lost that it may have arrived', async () => {
  startServer(({ method }) => (method === 'PUT' ? 'cut' : undefined));
  await fillForm();
  await submitApplication();
  await until(() => expect(thanks()).toContain(forms.apply.words.sent));
  await openSite(pages.saved.path);
  await press('button', saved.delete.button);
  await until(() => expect(one('dialog').textContent).toContain(saved.delete.mayBeStored('CV Mutinta.pdf')));
});

test('with no room on the device the text is sent, and the file is refused with a sentence', async () => {
  const { posts, puts } = startServer();
  const { put } = IDBObjectStore.prototype;
  const ended = new Set<IDBTransaction>();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const { transaction } = this;
    // Like a full device: the transaction ends once all has been requested.
    if (value instanceof ArrayBuffer && !ended.has(transaction)) queueMicrotask(() => transaction.abort());
    if (value instanceof ArrayBuffer) ended.add(transaction);
    return put.call(this, value, key);
  });
  await openApplication();
  await until(() => control(field));
  choose(field, cv());
  await until(() => expect(textOf('alert')).toBe(words.noRoom));
  await submitApplication();
  await until(() => expect(thanks()).toContain(forms.apply.words.sent));
  expect(posts().map(({ body }) => Object(body).files)).toEqual([undefined]);
  expect(puts()).toEqual([]);
});

test('a file waits in the Outbox with its text, and says that it will follow', async () => {
  startServer(({ method }) => (method === 'POST' ? refusal(500) : undefined));
  await fillForm();
  await submitApplication();
  await until(() => expect(textOf('alert')).not.toBe(''));
  await openSite(pages.privacy.path);
  await press('button', /^Outbox/);
  await until(() => expect(inOutbox()).toContain(words.follows));
  expect(inOutbox()).not.toContain(outcomeWords.service);
});
