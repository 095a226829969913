import { expect } from 'vitest';

import { connectCalls, pages } from '#src/paths.ts';

import { countedLine } from '../bench/counted-line.ts';
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
    title: 'what is saved is shown offline as well, with what it cost, within 3 % of what came',
    provokes: /Failed to load/,
    async run({ visitor, site }) {
      const line = await countedLine(Number(new URL(site.url).port));
      await visitHome(visitor, line.url);
      await visitor.goto(line.url + pages.mediaRoom.path);
      await visitor.untilKept(connectCalls.mediaList('press'), connectCalls.mediaList('blog'));
      await visitor.goto(line.url + pages.csr.path);
      await visitor.untilLive();
      const difference = async () => {
        await openSaved(visitor, line.url);
        const shown = /This visit\s*(\d+) KB/.exec(await text(visitor))?.[1];
        return Math.abs((Number(shown) * 1_000) / line.bytes() - 1);
      };
      await expectSoon(difference).toBeLessThan(0.03);
      line.cut();
      await openSaved(visitor, line.url);
      expect(await text(visitor)).toMatch(/Lists: 3.*Articles: 24.*Pages: \d\d/s);
    },
  },
  {
    title: 'who opened the home page once reads the vacancies without a connection',
    async run({ visitor, site }) {
      await visitHome(visitor, site.url);
      await withServerStopped(site, async () => {
        await visitor.goto(site.url + pages.career.path);
        await visitor.see('link', 'Apply Now*');
        expect(await text(visitor)).toContain('Embedded Firmware Engineer');
      });
    },
  },
  {
    title: 'deleting what is saved spares nothing, and the site works after it',
    async run({ visitor, site }) {
      await visitHome(visitor, site.url);
      await openSaved(visitor, site.url);
      // Another journey of this browser may have left an application that is followed, and that needs a second word.
      const all = 'Delete it as well';
      const done = 'Everything that was saved here is deleted.';
      const isAsked = async () => (await visitor.look('button', all)) !== null;
      const answer = async () => {
        if (await isAsked()) return done;
        const now = await text(visitor);
        // What is still being read above the button may move it from under the press.
        if (now.includes(button) && !now.includes(done)) await visitor.click('button', button);
        return now;
      };
      await expectSoon(answer).toContain(done);
      if (await isAsked()) await visitor.click('button', all);
      await visitor.see('status', done);
      await expectSoon(() => text(visitor)).toContain('Nothing is saved here.');
      const left = () =>
        visitor.run(async () => {
          const lists = (await caches.keys()).map(
            async (name) => (await (await caches.open(name)).keys()).length,
          );
          const workers = await navigator.serviceWorker.getRegistrations();
          return [...(await Promise.all(lists)), workers.length, localStorage.length, sessionStorage.length];
        });
      expect((await left()).filter((number) => number > 0)).toEqual([]);
      await visitHome(visitor, site.url);
    },
  },
  {
    title: 'where the visitor lets sites keep nothing, the page says so',
    async run({ engine, site }) {
      await using browser = await engine.start({ withoutStorage: true });
      const visitor = visitorOf(await browser.newcomer());
      await openSaved(visitor, site.url);
      expect(await text(visitor)).toContain('This browser does not let the site look.');
      expect(await text(visitor)).toContain('This browser keeps nothing for us');
    },
  },
];
