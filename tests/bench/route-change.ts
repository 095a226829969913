import type { Browser } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { openLive } from '../support/live-page.ts';
import { type Figure, median, unbounded } from './figure.ts';
import { slowDown } from './first-view.ts';

const runs = 9;
/** How long a finger or a button stays down, in ms. */
const press = 80;

/**
 * From the click, which is the end of a press, to the frame that shows the new page's h1, with the CPU slowed four
 * times. Pressed for no time at all, as only programs do, the link's own answer to the press counts as well.
 */
export async function measureRouteChange(browser: Browser, siteUrl: string): Promise<Figure[]> {
  const times = { pressed: [] as number[], timeless: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    times.pressed.push(await changeRoute(browser, siteUrl, press));
    times.timeless.push(await changeRoute(browser, siteUrl, 0));
  }
  return [
    { name: 'click on a link -> new h1, CPU x4', value: median(times.pressed), bound: 100, unit: 'ms' },
    {
      name: 'for comparison, pressed for no time',
      value: median(times.timeless),
      bound: unbounded,
      unit: 'ms',
    },
  ];
}

async function changeRoute(browser: Browser, siteUrl: string, delay: number): Promise<number> {
  const context = await browser.newContext({ baseURL: siteUrl, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await openLive(page, pages.home.path);
  await page.waitForLoadState('networkidle');
  await slowDown(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Our Teams' });
  // A visitor's pointer rests on a link before it is pressed.
  await link.hover();
  await page.waitForLoadState('networkidle');
  const change = page.evaluate(
    (title) =>
      new Promise<number>((resolve, reject) => {
        let shown = 0;
        new MutationObserver((_, observer) => {
          if (document.querySelector('h1')?.textContent?.trim() !== title) return;
          shown = performance.now();
          observer.disconnect();
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        // An event's duration ends with the frame that shows what it did.
        new PerformanceObserver((list) => {
          const click = list.getEntries().find((entry) => entry.name === 'click');
          if (click === undefined) return;
          if (shown > 0 && shown <= click.startTime + click.duration) resolve(click.duration);
          else reject(new Error('The frame after the press does not show the new page.'));
        }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      }),
    pages.team.title,
  );
  await link.click({ delay });
  const time = await change;
  await context.close();
  return time;
}
