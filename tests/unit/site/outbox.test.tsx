// @vitest-environment jsdom
import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';

import * as fieldWords from '#src/content/field.ts';
import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { outboxWords as words } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages } from '#src/paths.ts';

import { all, control, one, press, settle, type, until } from './person.ts';
import { fill, openSite, prepareBrowser, refusal, startServer, stored, storedText } from './site.tsx';

beforeEach(prepareBrowser);

const outbox = () => one('dialog', words.name);
const entry = (email: string) => one('listitem', new RegExp(email), outbox());

async function subscribe(email: string): Promise<void> {
  await fill({ 'Full name': 'Mutinta Banda', Email: email });
  await press('button', mediaRoom.newsletter.submit);
  await until(() => expect(one('dialog', /^Thank you/).textContent).toContain(outcomeWords.offline));
  await press('button', ui.close);
  await until(() => expect(control('Email').value).toBe(''));
}

/** Two subscriptions wait for a connection; `comeBack` brings it. */
async function subscribeOffline() {
  let isDown = true;
  const server = startServer(() => (isDown ? 'cut' : undefined));
  await openSite(pages.mediaRoom.path);
  await subscribe('older@example.com');
  await subscribe('newer@example.com');
  const comeBack = () => {
    isDown = false;
    dispatchEvent(new Event('online'));
  };
  return { ...server, comeBack };
}

test('"Edit" of an entry opens its own text, and not that of a newer one', async () => {
  const { answers, comeBack } = await subscribeOffline();
  answers.push(({ method }) => (method === 'POST' ? refusal(422) : undefined));
  comeBack();
  await press('button', /^Outbox: 2 .*attention$/);
  await press('button', words.edit, () => entry('older@example.com'));
  await until(() => expect(control('Email').value).toBe('older@example.com'));
  // Once a form shows it, the Outbox does not.
  await press('button', /^Outbox: 1 /);
  await press('button', words.edit, () => entry('newer@example.com'));
  await until(() => expect(control('Email').value).toBe('newer@example.com'));
});

test('a press that the device refuses says so, and changes nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { posts, comeBack } = await subscribeOffline();
  await press('button', /^Outbox: 2 /);
  await until(outbox);
  const send = one('button', words.sendNow, entry('older@example.com'));
  send.focus();
  dispatchEvent(new Event('pageshow'));
  await settle();
  expect(document.activeElement).toBe(send);
  const before = posts().length;
  expect(all('alert', undefined, outbox())).toEqual([]);
  const refused = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The device is full.', 'QuotaExceededError');
  });
  await press('button', words.sendNow, () => entry('older@example.com'));
  await until(() => one('alert', new RegExp(`^${words.failed}`), outbox()));
  expect(posts()).toHaveLength(before);
  refused.mockRestore();
  await press('button', words.delete, () => entry('older@example.com'));
  await until(() => expect(all('listitem', /older/, outbox())).toEqual([]));
  // What had the focus is gone.
  await until(() => expect(document.activeElement?.textContent).toBe(words.intro));
  expect(await storedText()).not.toContain('older');
  vi.advanceTimersByTime(60_000);
  comeBack();
  await until(() => one('status', new RegExp(`^${outcomeWords.sent}.*newer@example.com`)));
  await press('button', ui.dismiss);
  await until(async () => expect(await storedText()).not.toContain('newer'));
});

test('what became due while the tab was hidden is sent when it is visible again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { posts } = await subscribeOffline();
  await settle();
  const before = posts().length;
  vi.setSystemTime(Date.now() + 3_600_000);
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
    return settle();
  };
  await show('hidden');
  expect(posts()).toHaveLength(before);
  await show('visible');
  expect(posts().length).toBeGreaterThan(before);
});

test('text that the device cannot store is told, stays while the site is open, and asks before it is left', async () => {
  startServer();
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Not now.', 'UnknownError');
  });
  await openSite(pages.ask.path);
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  type('Message', 'How much is it?');
  await until(() => one('status', fieldWords.unsaved));
  await until(() => expect(asks()).toBe(true));
  await press('link', 'Privacy');
  await until(() => one('heading', 'Privacy'));
  // It is announced, and read from its beginning.
  await until(() => expect(document.activeElement).toBe(document.querySelector('main')));
  await press('link', 'Ask us');
  await until(() => expect(control('Message').value).toBe('How much is it?'));
  one('status', fieldWords.unsaved);
  refused.mockRestore();
  await fill({ Message: 'How much are two?' });
  await until(() => expect(all('status', fieldWords.unsaved)).toEqual([]));
  expect(asks()).toBe(false);
});

test('after a return from the back/forward cache a form shows what is stored, but not over what was typed since', async () => {
  startServer();
  await openSite(pages.ask.path);
  await fill({ Message: 'How much is it?' });
  const go = (name: 'pagehide' | 'pageshow') =>
    dispatchEvent(Object.assign(new Event(name), { persisted: true }));
  go('pagehide');
  go('pageshow');
  let count = 0;
  await settle(() => {
    if (count > 0) expect(control('Message').value).toBe(`How much are ${count}?`);
    count += 1;
    type('Message', `How much are ${count}?`);
  });
  const last = `How much are ${count}?`;
  await until(async () => expect(await storedText()).toContain(last));
  // The first return has been read behind all these texts.
  await settle();
  control('Message').value = '';
  go('pagehide');
  go('pageshow');
  await until(() => expect(control('Message').value).toBe(last));
  expect(await stored()).toHaveLength(1);
});
