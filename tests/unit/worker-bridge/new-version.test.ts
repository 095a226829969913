import { subscribe } from 'valtio/vanilla';
import { expect, test, vi } from 'vitest';
import { messageSW } from 'workbox-window';

import { draftsSaved } from '#src/outbox/drafts.ts';
import { updates } from '#src/state/updates.ts';
import { applyUpdate, watchVersions } from '#src/worker-bridge/new-version.ts';

vi.mock('#src/outbox/drafts.ts', () => ({ draftsSaved: vi.fn() }));
vi.mock('workbox-window', () => ({ messageSW: vi.fn() }));
vi.stubGlobal('navigator', { serviceWorker: new EventTarget() });

test('"Update" stops where what is typed would be lost, says so, and works once it is not', async () => {
  const registration = { waiting: null, addEventListener: vi.fn() };
  watchVersions(registration as Partial<ServiceWorkerRegistration> as ServiceWorkerRegistration);
  const waiting = { addEventListener: vi.fn() };
  Object.assign(registration, { waiting });
  vi.mocked(draftsSaved).mockResolvedValue(false);
  await applyUpdate();
  expect(messageSW).not.toHaveBeenCalled();
  expect(updates).toMatchObject({ takingOver: false, heldBack: true });
  vi.mocked(draftsSaved).mockResolvedValue(true);
  await applyUpdate();
  expect(vi.mocked(messageSW).mock.calls).toEqual([[waiting, { type: 'SKIP_WAITING' }]]);
  vi.mocked(messageSW).mockClear();
  expect(updates).toMatchObject({ takingOver: true, heldBack: false });
});

type Answer = string | undefined;

/** A registration whose two workers name these versions to this page. */
function twoVersions(before: Answer, after: Answer) {
  const [active, waiting] = [{}, {}] as ServiceWorker[];
  vi.mocked(messageSW).mockImplementation(async (worker) => (worker === active ? before : after));
  return { active, waiting, installing: null, addEventListener: vi.fn() };
}

test.each<[string, Answer, Answer, boolean]>([
  ['another version', 'one', 'two', true],
  ['the one in charge again, after a rollback', 'one', 'one', false],
  ['the version of a page that was loaded past the worker', undefined, 'two', false],
  ['a version of which this page is not', 'one', undefined, true],
])('what waits is %s', async (_, before, after, isAnnounced) => {
  vi.stubGlobal('document', { querySelector: () => null });
  for (const wasAvailable of [false, true]) {
    updates.available = wasAvailable;
    const seen: boolean[] = [];
    const stop = subscribe(updates, () => seen.push(updates.available), true);
    watchVersions(
      twoVersions(before, after) as Partial<ServiceWorkerRegistration> as ServiceWorkerRegistration,
    );
    await vi.waitFor(() => expect(messageSW).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(updates.available).toBe(isAnnounced));
    stop();
    vi.mocked(messageSW).mockClear();
    // Nothing flashes.
    expect(seen).toEqual(wasAvailable === isAnnounced ? [] : [isAnnounced]);
  }
});
