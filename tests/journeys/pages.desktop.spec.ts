import type { Page } from '@playwright/test';

import { applyPath, mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';
import { mediaListTitles } from '#src/words/articles.ts';

import { startApp } from '../kit/app.ts';
import { findings, isQuick } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { startListener } from '../kit/listener.ts';
import { openLive, titleAt, untilLive } from '../kit/page.ts';
import { heading, main, phone } from './visitor.ts';

test.use({ viewport: phone });

type Route = { path: string; title?: string };

const { home, whoWeAre, team, investor, award, csr, contact, privacy, saved, thanks, ask } = pages;
const { osense, waterhandler, zstudy, travis, career, mediaRoom } = pages;
const vacancy = 'PCB Design Intern';
const article = mediaDetailPath('kalingalinga-leak-valves');

/** The first two are the six templates: every other page has the parts of one of them. */
const groups: Record<string, Route[]> = {
  'Home, a page about the company and a product': [home, team, osense],
  'a list, an article and a form': [career, { path: article, title: 'Forty homes in Kalingalinga' }, ask],
  'the other pages about the company @full': [whoWeAre, investor, award, csr, contact],
  'the other products and the pages for the visitor @full': [
    ...[waterhandler, zstudy, travis],
    ...[privacy, saved, thanks],
  ],
  'the other pages with data @full': [
    { path: vacancyPath('pcb-design-intern'), title: vacancy },
    { path: applyPath('pcb-design-intern'), title: vacancy },
    mediaRoom,
    { path: mediaListPath('press'), title: mediaListTitles.press },
    { path: mediaListPath('blog'), title: mediaListTitles.blog },
  ],
};

for (const [group, routes] of Object.entries(groups))
  test(`${group} open by their addresses, are accessible, fit every width and do not shift`, async ({
    context,
  }) => {
    await context.addInitScript(addUpShifts);
    for (const route of routes)
      await test.step(route.path, async () => {
        // A page that had another width before may be laid out twice, which would count as a shift.
        const page = await context.newPage();
        await page.emulateMedia({ colorScheme: 'dark' });
        expect((await page.goto(route.path))?.status()).toBe(200);
        await expectPage(page, route);
        await untilLive(page);
        await expectPage(page, route);
        // Later parts have come before axe scrolls.
        await page.waitForLoadState('networkidle');
        expect.soft(await page.evaluate(() => Reflect.get(window, 'shifted')), 'shifted').toBeLessThan(0.02);
        if (!isQuick)
          expect.soft(await findings(page, { type: 'rule', values: phoneRules }), 'dark, phone').toEqual([]);
        await expectFitting(page);
        await page.emulateMedia({ colorScheme: 'light' });
        expect.soft(await findings(page), 'light, desktop').toEqual([]);
        await page.close();
      });
  });

test('behind a slow service nothing in view moves @full', async ({ context, app: { line } }) => {
  let gate = Promise.withResolvers<void>();
  await using service = await startApp();
  await using provider = await startListener(async ({ path }, response) => {
    await gate.promise;
    response.end(await (await fetch(service.url + path)).text());
  });
  await using slow = await startApp(
    { CONNECT_UPSTREAM: provider.url + connectMount },
    { pageTimeoutMs: 100 },
  );
  line.to(slow.url);
  await context.addInitScript(addUpShifts);
  for (const path of [career.path, mediaRoom.path, vacancyPath('pcb-design-intern'), article])
    await test.step(path, async () => {
      gate = Promise.withResolvers();
      const page = await context.newPage();
      await openLive(page, path);
      const loading = main(page).locator('[aria-busy=true]');
      await expect(loading.first()).toBeVisible();
      gate.resolve();
      await expect(loading).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expect.soft(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBe(0);
      await page.close();
    });
});

/** The order of headings and a single h1 are checked by axe. */
async function expectPage(page: Page, { path, title = titleAt(path) }: Route): Promise<void> {
  await expect(heading(page)).toHaveText(new RegExp(`^${title}`));
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(path);
}

/** The other rules run only in light colours and at desktop width. */
const phoneRules = ['color-contrast', 'link-in-text-block', 'target-size'];

/** Checks widths from 320 to 1920 px, and text at 200% also on a phone; leaves the page at 1280 px. */
async function expectFitting(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  expect.soft(await misfits(page, '200%'), 'with large text on a phone').toEqual([]);
  for (const width of [360, 320, 768, 992, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await misfits(page), `at ${width} px`).toEqual([]);
  }
  expect.soft(await misfits(page, '200%'), 'with large text').toEqual([]);
}

/** Reports sideways scrolling and elements whose text is cut off. */
function misfits(page: Page, textSize = ''): Promise<string[]> {
  return page.evaluate((fontSize) => {
    const root = document.documentElement;
    root.style.fontSize = fontSize;
    const found: string[] = [];
    if (root.scrollWidth > root.clientWidth)
      found.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
    for (const element of document.querySelectorAll(
      'main h1, main h2, main h3, main p, main .btn, header a',
    )) {
      const isHidden = element.querySelector('.visually-hidden') ?? element.closest('.visually-hidden');
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const isOutside = element.getBoundingClientRect().right > root.clientWidth + 1;
      if ((isCut || isOutside) && isHidden === null)
        found.push(`cut off: ${element.textContent.slice(0, 60)}`);
    }
    root.style.fontSize = '';
    return found;
  }, textSize);
}

/** Runs in the page before its scripts: adds up its layout shifts. */
function addUpShifts(): void {
  let shifted = 0;
  Object.defineProperty(window, 'shifted', { get: () => shifted });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!Reflect.get(entry, 'hadRecentInput')) shifted += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
}
