import type { Page } from '@playwright/test';

import * as ui from '#src/content/interface.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { applyPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, thanks, untilReady } from '../kit/page.ts';
import { button, status, subscribe, untilStored } from './visitor.ts';

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 320, height: 640 },
  expectedErrors: [failedRequest],
});

/** Elements that cannot be pressed at the end of the page, and those that a note covers when they get the focus. */
function covered(page: Page): Promise<{ atEnd: string[]; focused: string[] }> {
  return page.evaluate(async () => {
    const isOnTop = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return element.contains(found) || (found?.contains(element) ?? false);
    };
    const nameOf = (element: Element) => element.textContent || element.outerHTML;
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'main a, main button, footer a, aside button, .status-bar button',
      ),
    ];
    const pressable = all.filter((element) => element.checkVisibility({ visibilityProperty: true }));
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    await drawn();
    const inView = pressable.filter((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    const atEnd = inView.filter((element) => !isOnTop(element)).map(nameOf);
    if (inView.length < 3) atEnd.push('too little was measured');
    scrollTo({ top: 0, behavior: 'instant' });
    const focused = [];
    for (const element of pressable) {
      element.focus();
      await drawn();
      if (!isOnTop(element)) focused.push(nameOf(element));
    }
    return { atEnd, focused };
  });
}

test('no note covers the end of a page or the focused element @full', async ({ page, app }) => {
  const expectNothingCovered = (notes: string) =>
    test.step(notes, async () => {
      expect(await covered(page)).toEqual({ atEnd: [], focused: [] });
    });
  await openLive(page, pages.mediaRoom.path);
  await untilReady(page);
  await app.line.down();
  await subscribe(page);
  await button(thanks(page), 'Close').click();
  await expect(status(page, ui.offline)).toBeVisible();
  await expect(page.getByRole('button', { name: new RegExp(`^${outboxWords.name}`) })).toBeVisible();
  await expectNothingCovered('two');
});

test('no note covers a control of a form, wherever the page is scrolled @full', async ({ page, app }) => {
  await openLive(page, pages.ask.path);
  await untilReady(page);
  await app.line.down();
  for (const path of [pages.ask.path, pages.mediaRoom.path, applyPath('pcb-design-intern')])
    await test.step(path, async () => {
      await openLive(page, path);
      await expect(status(page, ui.offline)).toBeVisible();
      expect(await coveredControls(page)).toEqual([]);
    });
});

test('a saved copy says so at the same distance from the banner and the content on each page @full', async ({
  page,
  app,
}) => {
  const paths = [pages.mediaRoom.path, mediaListPath('press'), vacancyPath('pcb-design-intern')];
  for (const path of paths) {
    await openLive(page, path);
    await untilReady(page);
    await untilStored(page);
  }
  await app.line.down();
  const distances: { above: number; below: number }[] = [];
  for (const path of paths) {
    await openLive(page, path);
    const note = page.locator('.saved-copy');
    await expect(note).toBeVisible();
    distances.push(
      await note.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const next = one.nextElementSibling?.getBoundingClientRect().top ?? 0;
        const banner = document.querySelector('.page-banner')?.getBoundingClientRect().bottom ?? 0;
        return { above: Math.round(top - banner), below: Math.round(next - bottom) };
      }),
    );
  }
  expect(distances[0]?.above).toBeGreaterThanOrEqual(16);
  expect(distances).toEqual(distances.map(() => distances[0]));
});

/** Controls of the page's form whose middle is below a note, at every 20th scroll position. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const controls = [
      ...document.querySelectorAll('main form :is(input, select, textarea, button, a)'),
    ].filter((control) => control.closest('[aria-hidden]') === null && control.checkVisibility());
    const found = new Set<string>();
    let seen = 0;
    for (let top = 0; top < document.body.scrollHeight - innerHeight; top += 20) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (const control of controls) {
        const box = control.getBoundingClientRect();
        const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        if (hit !== null) seen += 1;
        if (hit?.closest('.status-bar')) found.add(`${control.textContent || control.outerHTML} at ${top}`);
      }
    }
    return seen < 20 ? ['too little was measured'] : [...found];
  });
}
