import type { Browser } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { openLive } from '../support/live-page.ts';
import { type Figure, median } from './figure.ts';
import { slowDown } from './first-view.ts';

const runs = 9;

/** From the press on a link to the frame that shows the new page's h1, with the CPU slowed four times. */
export async function measureRouteChange(browser: Browser, siteUrl: string): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await changeRoute(browser, siteUrl));
  return [{ name: 'press on a link -> new h1, CPU x4', value: median(times), bound: 100, unit: 'ms' }];
}

async function changeRoute(browser: Browser, siteUrl: string): Promise<number> {
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
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('click', (event) => (pressed = event.timeStamp), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          if (document.querySelector('h1')?.textContent?.trim() !== title) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            // The message arrives when the frame is done.
            port1.onmessage = () => resolve(performance.now() - pressed);
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    pages.team.title,
  );
  await link.click();
  const time = await change;
  await context.close();
  return time;
}
