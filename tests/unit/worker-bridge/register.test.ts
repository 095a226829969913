import { beforeEach, expect, test, vi } from 'vitest';

import { connection, reportAnswer } from '#src/state/connection.ts';
import { updates } from '#src/state/updates.ts';
import { keepVisited, keepWholeSite, registerWorker } from '#src/worker-bridge/register.ts';
import { askToKeep } from '#src/worker-bridge/saving.ts';

vi.mock('#src/worker-bridge/new-version.ts', () => ({ watchVersions: vi.fn() }));
vi.mock('#src/worker-bridge/traffic.ts', () => ({ tellTraffic: vi.fn() }));
vi.mock('#src/worker-bridge/wishes.ts', () => ({ listenForWishes: vi.fn(), noteWishes: async () => {} }));
vi.mock('#src/worker-bridge/page-at-hand.ts', () => ({ pageAtHand: () => ['/team'] }));
vi.mock('#src/worker-bridge/saving.ts', () => ({
  askToKeep: vi.fn(),
  offerWholeSite: async () => {},
  showSaving: (busy: Promise<unknown>) => busy,
}));

vi.stubGlobal('location', new URL('https://hcs.example/'));

beforeEach(() => void vi.mocked(askToKeep).mockReset());

/** A page of the worker in charge, with these beside it. */
function workers(others: { waiting?: object; installing?: object }) {
  const active = { state: 'activated', addEventListener: vi.fn() } as Partial<ServiceWorker> as ServiceWorker;
  const registration = { active, waiting: null, installing: null, ...others };
  const ready = Promise.resolve(registration);
  vi.stubGlobal('navigator', { serviceWorker: { ready, register: () => ready, controller: null } });
  return active;
}

test('"Save the whole site" has the worker in charge keep it', async () => {
  const active = workers({});
  vi.mocked(askToKeep).mockResolvedValue('site');
  await keepWholeSite();
  expect(vi.mocked(askToKeep).mock.calls).toEqual([[active, ['/team'], { site: true }]]);
  expect(updates.kept).toBe('site');
});

test.each(['waiting', 'installing'])(
  '"Save the whole site" has a version that is %s keep it, and promises no more',
  async (state) => {
    const newer = {};
    const active = workers({ [state]: newer });
    vi.mocked(askToKeep).mockImplementation(async (worker) => (Object.is(worker, active) ? 'page' : 'site'));
    await keepWholeSite();
    expect(vi.mocked(askToKeep).mock.calls).toEqual([
      [active, ['/team']],
      [newer, ['/team'], { site: true }],
    ]);
    expect(updates.kept).toBe('page');
  },
);

test('a version that waits is asked at each start: what it had may have been deleted', async () => {
  const waiting = {};
  const active = workers({ waiting });
  for (const name of ['addEventListener', 'setInterval']) vi.stubGlobal(name, vi.fn());
  vi.stubGlobal('document', { addEventListener: vi.fn() });
  vi.mocked(askToKeep).mockResolvedValue('page');
  await registerWorker();
  expect(vi.mocked(askToKeep).mock.calls).toEqual([
    [active, ['/team']],
    [waiting, ['/team'], { site: true }],
  ]);
});

test.each(['waiting', 'installing', 'active'])(
  'a visited page is kept by the newest version alone: the one that is %s',
  async (state) => {
    const newest = {};
    workers({ [state]: newest });
    await keepVisited('/team');
    expect(vi.mocked(askToKeep).mock.calls).toEqual([[newest, [new URL('/team', location.href).href]]]);
  },
);

test("a gateway's page in the place of the worker's file is no refusal: it is asked for again once the line is back", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const register = vi.fn(() => Promise.reject(new DOMException('Unsupported MIME type', 'SecurityError')));
  vi.stubGlobal('navigator', { serviceWorker: { controller: null, register } });
  const registering = registerWorker();
  await vi.waitFor(() => expect(connection.online).toBe(false));
  expect(register).toHaveBeenCalledTimes(1);
  register.mockRejectedValue(new Error('refused'));
  reportAnswer();
  await expect(registering).rejects.toThrow('refused');
  expect(register).toHaveBeenCalledTimes(2);
});
