import { expect } from 'vitest';

import { pages } from '#src/paths.ts';

import { dataRoutes, firstEntryRoutes, staticRoutes } from '../support/routes.ts';
import type { Journey } from './journey.ts';
import { expectSoon, type Visitor } from './visitor.ts';

const scroll = (visitor: Visitor) => visitor.run(() => Math.round(scrollY));

export const pageJourneys: Journey[] = [
  {
    title: 'every page opens by its address and comes alive',
    // Firefox says so of a script that was on its way when the page was left.
    provokes: /ServiceWorker intercepted the request and encountered an unexpected error/,
    async run({ visitor, site }) {
      const { article, vacancy } = await firstEntryRoutes(site.url);
      for (const { path, title } of [...staticRoutes, ...dataRoutes, article, vacancy]) {
        await visitor.goto(site.url + path);
        await visitor.see('heading', title);
        await visitor.untilLive();
        await expectSoon(visitor.title).toBe(title);
        // The last part to come; left before, Firefox would report that it did not.
        await expectSoon(() => visitor.run(() => document.querySelector('.status-bar') !== null)).toBe(true);
      }
    },
  },
  {
    title: 'a followed link moves title, focus and scroll, without loading a document',
    async run({ visitor, site }) {
      await visitor.goto(site.url);
      await visitor.untilLive();
      await visitor.run(() => void Object.assign(window, { sameDocument: true }));
      await visitor.click('link', 'Our Teams', 'contentinfo');
      await visitor.see('heading', pages.team.title);
      await expectSoon(visitor.title).toBe(pages.team.title);
      await expectSoon(async () => (await visitor.look('main'))?.focused).toBe(true);
      await expectSoon(() => scroll(visitor)).toBe(0);
      await expectSoon(visitor.path).toBe(pages.team.path);
      await expectSoon(() => visitor.run(() => 'sameDocument' in window)).toBe(true);
    },
  },
  {
    title: 'back and forward show the pages again, back where they were scrolled',
    async run({ visitor, site }) {
      await visitor.goto(site.url);
      await visitor.untilLive();
      await visitor.click('link', 'Who We Are', 'contentinfo');
      await visitor.see('heading', pages.whoWeAre.title);
      await visitor.back();
      await visitor.see('heading', pages.home.title);
      await expectSoon(visitor.title).toBe(pages.home.title);
      await expectSoon(() => scroll(visitor)).toBeGreaterThan(200);
      await visitor.forward();
      await visitor.see('heading', pages.whoWeAre.title);
      await expectSoon(() => scroll(visitor)).toBe(0);
    },
  },
  {
    title: 'a menu leads on and closes, and Escape gives the focus back to its button',
    async run({ visitor, site }) {
      const button = () => visitor.look('button', 'Subsidiaries');
      await visitor.goto(site.url);
      await visitor.untilLive();
      await visitor.click('button', 'Subsidiaries');
      await visitor.see('link', 'ZStudy*');
      await visitor.press('Tab');
      await expectSoon(async () => (await button())?.focused).toBe(false);
      await visitor.press('Escape');
      await expectSoon(button).toMatchObject({ expanded: 'false', focused: true });
      await visitor.click('button', 'Subsidiaries');
      await visitor.click('link', 'ZStudy*');
      await visitor.see('heading', pages.zstudy.title);
      await expectSoon(button).toMatchObject({ expanded: 'false' });
    },
  },
  {
    title: 'a dialog keeps the focus, closes by "Close" and by Escape, and gives the focus back',
    async run({ visitor, site }) {
      const opener = 'Read More about*';
      const inDialog = () =>
        visitor.run(
          () =>
            [null, document.body].includes(document.activeElement as HTMLElement | null) ||
            document.activeElement?.closest('dialog') !== null,
        );
      await visitor.goto(site.url + pages.team.path);
      await visitor.untilLive();
      for (const close of [() => visitor.click('button', 'Close'), () => visitor.press('Escape')]) {
        await visitor.click('link', opener);
        await visitor.see('dialog');
        for (let step = 0; step < 5; step += 1) {
          await visitor.press('Tab');
          await expectSoon(inDialog).toBe(true);
        }
        await close();
        await visitor.gone('dialog');
        await expectSoon(async () => (await visitor.look('link', opener))?.focused).toBe(true);
      }
    },
  },
  {
    title: 'colours that were chosen stay after a reload',
    async run({ visitor, site }) {
      const paper = () => visitor.run(() => getComputedStyle(document.body).backgroundColor);
      await visitor.goto(site.url + pages.privacy.path);
      await visitor.untilLive();
      await visitor.click('button', 'Colours: as the system*');
      await visitor.see('button', 'Colours: light*');
      const light = await paper();
      await visitor.click('button', 'Colours: light*');
      await visitor.see('button', 'Colours: dark*');
      await expectSoon(paper).not.toBe(light);
      const dark = await paper();
      await visitor.reload();
      await visitor.see('button', 'Colours: dark*');
      expect(await paper()).toBe(dark);
    },
  },
];
