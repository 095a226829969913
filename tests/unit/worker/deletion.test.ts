// @vitest-environment jsdom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { deleteEverything } from '#src/pages/saved/delete-everything.ts';
import { followDeletion } from '#src/worker/worker.ts';

const reload = vi.fn();
const replace = vi.fn();
const showOld = vi.fn();

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  vi.stubGlobal('location', { search: '', href: location.href, reload, replace });
  vi.stubGlobal('fetch', async () => new Response());
  addEventListener('pageshow', showOld);
  const stop = followDeletion();
  onTestFinished(() => {
    stop();
    removeEventListener('pageshow', showOld);
  });
});

afterEach(() => void vi.unstubAllGlobals());

/** Dispatches the event of another tab's change. */
const change = (key: string | null, newValue: string | null) =>
  dispatchEvent(new StorageEvent('storage', { key, newValue }));

test('only our own message is taken for "Delete everything"', async () => {
  change(null, null);
  change('deleted', null);
  change('deleted', '0.5');
  change('valtio_app', '');
  await new Promise(setImmediate);
  expect(replace).not.toHaveBeenCalled();
  change('deleted', '');
  await expect.poll(() => replace.mock.calls.length).toBe(1);
});

test('a page restored after "Delete everything" is loaded anew before it shows what was deleted', () => {
  const restore = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  restore();
  expect([reload.mock.calls.length, showOld.mock.calls.length]).toEqual([0, 1]);
  localStorage.clear();
  restore();
  expect([reload.mock.calls.length, showOld.mock.calls.length]).toEqual([1, 1]);
});

test('nothing is stored on the page that says that everything has been deleted', () => {
  localStorage.clear();
  vi.stubGlobal('location', { search: '?deleted' });
  followDeletion()();
  expect(localStorage.length).toBe(0);
});

test('code that loads while everything is being deleted stores nothing', async () => {
  vi.unstubAllGlobals();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  // The last step: what is stored from here on would stay.
  vi.stubGlobal('caches', {
    keys: async () => {
      followDeletion()();
      return [];
    },
  });
  expect([await deleteEverything(), { ...localStorage }]).toEqual([true, {}]);
});
