import type { Browser } from '@playwright/test';

import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { goByLink } from '../kit/page.ts';
import { type Figure, median } from './figure.ts';
import { phone, slowDown, visitHome } from './visit.ts';

/** From the click to the frame that shows the new page's heading; the bound is that of a good INP. */
export async function measurePageChange(browser: Browser, home: string): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < 9; run += 1) times.push(await changePage(browser, home));
  const name = 'click on a link -> new heading, CPU x4';
  return [{ name, value: median(times), bound: 200, unit: 'ms' }];
}

async function changePage(browser: Browser, home: string): Promise<number> {
  await using context = await phone(browser);
  const page = await visitHome(context, home);
  await slowDown(page);
  const time = page.evaluate(
    (title) =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), true);
        new MutationObserver((_, observer) => {
          if (document.querySelector('h1')?.textContent !== title) return;
          observer.disconnect();
          // A message posted in a frame's callback arrives once that frame is painted.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - pressed);
            port2.postMessage(null);
          });
        }).observe(document.documentElement, { childList: true, subtree: true, characterData: true });
      }),
    titles.team,
  );
  await goByLink(page, pages.team);
  return await time;
}
