import { expect, test, vi } from 'vitest';

import type { SiteFile } from '#src/contract/site-bundle.ts';

import { fakeDevice, html, listed, page } from './fake-worker.ts';

type Build = { files: Record<string, string>; list: SiteFile[] };

async function build(version: string): Promise<Build> {
  const names = ['index.html', 'team.html', '404.html', 'news/shell.html'];
  const files = Object.fromEntries(names.map((name) => [name, page(`${name} ${version}`)]));
  return { files, list: await Promise.all(names.map((name) => listed(name, files[name] ?? ''))) };
}

const keysOf = ({ list }: Build) => list.map(({ url, revision }) => `/${url}?__WB_REVISION__=${revision}`);

/** A device, and a network that asks `onTeam` before it sends the last file of an installation. */
async function scene() {
  const state = { served: await build('one'), onTeam: async () => {}, isAway: false };
  const device = fakeDevice(async (path) => {
    if (state.isAway) throw new TypeError('Failed to fetch');
    if (path === '/team.html') {
      await vi.waitFor(() =>
        expect(device.caches.all()).toEqual(
          expect.arrayContaining(keysOf(state.served).filter((key) => !key.includes('team'))),
        ),
      );
      await state.onTeam();
    }
    return html(state.served.files[path.slice(1)] ?? '');
  });
  return { state, device };
}

test('a version that takes over while the next one installs takes nothing away from it', async () => {
  const { state, device } = await scene();
  state.served = await build('two');
  const waiting = await device.start(state.served.list);
  await waiting.install();
  state.served = await build('three');
  const next = await device.start(state.served.list);
  device.registration.installing = next;
  state.onTeam = async () => void (await waiting.activate());
  await next.install();
  device.registration.installing = null;
  expect(device.caches.all()).toEqual(expect.arrayContaining(keysOf(state.served)));
  await next.activate();
  expect(device.caches.all().toSorted()).toEqual(keysOf(state.served).toSorted());
});

test('without a connection the version in charge shows a page that it lacks and the waiting one has', async () => {
  const { state, device } = await scene();
  const waits = await build('two');
  state.served = waits;
  await (await device.start(waits.list)).install();
  const inCharge = await device.start((await build('one')).list);
  state.isAway = true;
  expect(await (await inCharge.open('/team'))?.text()).toBe(waits.files['team.html']);
  // Its scripts are of the waiting version too.
  expect(await (await inCharge.open('/news/1'))?.text()).not.toBe(waits.files['news/shell.html']);
});

test('a version that lacks in the end what it had in between is not installed', async () => {
  const { state, device } = await scene();
  const worker = await device.start(state.served.list);
  state.onTeam = async () => {
    for (const name of await device.caches.names())
      await (await device.caches.open(name)).delete(keysOf(state.served)[0] ?? '');
  };
  await expect(worker.install()).rejects.toThrow('not of this version');
  state.onTeam = async () => {};
  await worker.install();
  expect(device.caches.all().toSorted()).toEqual(keysOf(state.served).toSorted());
});
