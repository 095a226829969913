import { expect } from 'vitest';

import { connectCalls, mediaListPath, pages } from '#src/paths.ts';

import { nextBuild } from '../support/builds.ts';
import { firstEntryRoutes } from '../support/routes.ts';
import { startSite } from '../support/site.ts';
import { type Journey, withServerStopped } from './journey.ts';
import { expectSoon, type Visitor } from './visitor.ts';

const script = (visitor: Visitor) =>
  visitor.run(() => document.querySelector('link[rel=modulepreload]')?.getAttribute('href'));

export const offlineJourneys: Journey[] = [
  {
    title: 'with the server stopped a page never opened, a list and an article are read, and are alive',
    // Pictures that were never met cannot come.
    provokes: /Failed to load/,
    async run({ visitor, site }) {
      const { article } = await firstEntryRoutes(site.url);
      const list = { path: mediaListPath('press'), title: 'Press Releases' };
      await visitor.goto(site.url + list.path);
      await visitor.untilLive();
      await visitor.untilKept(connectCalls.mediaList('press'));
      await visitor.goto(site.url + article.path);
      await visitor.see('heading', article.title);
      await visitor.untilLive();
      await withServerStopped(site, async () => {
        for (const { path, title } of [pages.csr, list, article]) {
          await visitor.goto(site.url + path);
          await visitor.see('heading', title);
          await visitor.expectAlive();
          await expectSoon(visitor.title).toBe(title);
          await visitor.see('status', 'You are offline*');
        }
        expect(await visitor.run(() => document.querySelector('main')?.textContent)).toContain('Saved copy');
      });
    },
  },
  {
    title: 'a new version is offered, comes on the word of the visitor, and costs no typed form',
    async run({ visitor }) {
      await using site = await startSite();
      await using build = await nextBuild('Zz');
      await visitor.goto(site.url + pages.career.path);
      await visitor.untilLive();
      await visitor.untilKept();
      await visitor.click('link', 'Apply Now*');
      await visitor.fill('Email', 'typed@example.com');
      await site.stop();
      await site.start({ BUILD_DIR: build.dir });
      await visitor.goto(site.url);
      await visitor.see('status', 'New version available*');
      expect(await script(visitor), 'the new version came unasked').not.toContain('Zz.js');
      await visitor.click('button', 'Update');
      await expectSoon(() => script(visitor)).toContain('Zz.js');
      await visitor.expectAlive();
      await visitor.gone('status', 'New version available*');
      await visitor.goto(site.url + pages.career.path);
      await visitor.click('link', 'Apply Now*');
      await expectSoon(async () => (await visitor.see('textbox', 'Email')).value).toBe('typed@example.com');
    },
  },
];
