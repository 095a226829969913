import type { Browser, Locator, Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { openLive } from '../kit/page.ts';
import { type Figure, median, unbounded } from './figure.ts';
import { slowDown } from './first-view.ts';
import type { Samples } from './samples.ts';

const runs = 9;
/** How long a finger or a button stays down, in ms. */
const press = 80;

/**
 * From the click, which is the end of a press, to the frame that shows the new page's h1, with the CPU slowed four times;
 * beside a press that toggles one class on the barest page. Pressed for no time at all, as only programs do, the link's
 * own answer to the press counts as well.
 */
export async function measurePageChange(
  samples: Samples,
  browser: Browser,
  { site, toggle }: { site: string; toggle: string },
): Promise<Figure[]> {
  const times = await samples.inTurns(runs, {
    change: () => changePage(browser, site, press),
    timeless: () => changePage(browser, site, 0),
    toggle: () => toggleClass(browser, toggle),
  });
  const ms = { bound: unbounded, unit: 'ms' };
  const [change, floor] = [median(times.change), median(times.toggle)];
  return [
    { name: 'click on a link -> new h1, CPU x4', value: change, ...ms },
    { name: 'for comparison, pressed for no time', value: median(times.timeless), ...ms },
    { name: 'click that toggles one class, CPU x4', value: floor, ...ms },
    { name: 'page change : toggled class', value: change / floor, bound: 2, unit: '' },
  ];
}

async function changePage(browser: Browser, siteUrl: string, delay: number): Promise<number> {
  const page = await newPage(browser);
  await openLive(page, siteUrl + pages.home.path);
  await page.waitForLoadState('networkidle');
  await slowDown(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Our Teams' });
  const time = await pressAndTime(page, link, delay, { selector: 'h1', text: pages.team.title });
  await page.context().close();
  return time;
}

async function toggleClass(browser: Browser, url: string): Promise<number> {
  const page = await newPage(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  await slowDown(page);
  const button = page.getByRole('button');
  const time = await pressAndTime(page, button, press, { selector: '.toggled h1', text: '' });
  await page.context().close();
  return time;
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

/** What the press is to show; an empty text stands for any. */
type Shown = { selector: string; text: string };

async function pressAndTime(page: Page, target: Locator, delay: number, wanted: Shown): Promise<number> {
  // A visitor's pointer rests on a link before it is pressed.
  await target.hover();
  await page.waitForLoadState('networkidle');
  const time = page.evaluate(
    ({ selector, text }) =>
      new Promise<number>((resolve) => {
        let pressed = 0;
        addEventListener('click', ({ timeStamp }) => (pressed = timeStamp), true);
        new MutationObserver((_, observer) => {
          const element = document.querySelector(selector);
          if (element === null || (text !== '' && element.textContent?.trim() !== text)) return;
          observer.disconnect();
          // A message that a frame's callback sends is heard once that frame is drawn.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - pressed);
            port2.postMessage(null);
          });
        }).observe(document.documentElement, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
        });
      }),
    wanted,
  );
  await target.click({ delay });
  return time;
}
