import { expect } from 'vitest';

import { connectCalls, pages } from '#src/paths.ts';

import { type Journey, withServerStopped } from './journey.ts';
import { expectSoon, type Visitor, visitorOf } from './visitor.ts';

const text = (visitor: Visitor) => visitor.run(() => document.querySelector('main')?.textContent ?? '');
const button = 'Delete everything saved here';

async function visitHome(visitor: Visitor, url: string): Promise<void> {
  await visitor.goto(url);
  await visitor.see('status', 'Ready to work offline*');
}

async function openSaved(visitor: Visitor, url: string): Promise<void> {
  await visitor.goto(url + pages.saved.path);
  await visitor.untilLive();
  await visitor.see('button', button);
}

export const savedJourneys: Journey[] = [
  {
    title: 'what is saved is shown offline as well',
    provokes: /Failed to load/,
    async run({ visitor, site }) {
      await visitHome(visitor, site.url);
      await visitor.goto(site.url + pages.mediaRoom.path);
      await visitor.untilKept(connectCalls.mediaList('press'), connectCalls.mediaList('blog'));
      await withServerStopped(site, async () => {
        await openSaved(visitor, site.url);
        await expectSoon(() => text(visitor)).toMatch(/Pages: 15.*Articles: 24/s);
      });
    },
  },
  {
    title: 'who opened the home page once reads the vacancies without a connection',
    async run({ visitor, site }) {
      await visitHome(visitor, site.url);
      await visitor.untilKept(connectCalls.jobList);
      await withServerStopped(site, async () => {
        await visitor.goto(site.url + pages.career.path);
        await visitor.untilLive();
        await expectSoon(() => text(visitor)).toContain('Embedded Firmware Engineer');
      });
    },
  },
  {
    title: 'deleting what is saved spares nothing, and the site works after it',
    async run({ visitor, site }) {
      await visitHome(visitor, site.url);
      await openSaved(visitor, site.url);
      await visitor.click('button', button);
      await visitor.see('button', 'Delete everything');
      await visitor.click('button', 'Delete everything');
      await visitor.see('status', 'Everything that was saved here is deleted.');
      const left = () =>
        visitor.run(async () => {
          const lists = (await caches.keys()).map(
            async (name) => (await (await caches.open(name)).keys()).length,
          );
          const workers = await navigator.serviceWorker.getRegistrations();
          return [...(await Promise.all(lists)), workers.length, localStorage.length, sessionStorage.length];
        });
      await expectSoon(async () => (await left()).filter((number) => number > 0)).toEqual([]);
      await visitHome(visitor, site.url);
    },
  },
  {
    title: 'where the visitor lets sites keep nothing, the page says so',
    async run({ engine, site }) {
      await using browser = await engine.start({ withoutStorage: true });
      const visitor = visitorOf(await browser.newcomer());
      await openSaved(visitor, site.url);
      expect(await text(visitor)).toContain('Nothing yet.');
    },
  },
];
