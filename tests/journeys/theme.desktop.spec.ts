import { connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillEnquiry, goByLink, openLive } from '../kit/page.ts';
import { applyNow, button, main } from './visitor.ts';

test.use({ colorScheme: 'dark', expectedErrors: [failedRequest] });

test('nothing moves if my system asks for that, and buttons and placeholders stay visible in forced colours @full', async ({
  page,
  app,
}) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    addEventListener('animationstart', ({ animationName }) => moved.push(animationName));
  });
  /** Animations that have started, are running or are pending. */
  const moving = () =>
    page.evaluate(() => [...Reflect.get(window, 'moved'), ...document.getAnimations().map(String)]);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await openLive(page, pages.home.path);
    await main(page).getByText('Read More').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const all = reducedMotion === 'reduce' ? [] : expect.arrayContaining(['rise']);
    await expect.poll(moving).toEqual(all);
  }
  await button(page, 'Close').first().click();
  await page.emulateMedia({ forcedColors: 'active' });
  const style = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => ({ ...getComputedStyle(element) }));
  const answer = app.line.hold('GET', connectCalls.jobList);
  await goByLink(page, pages.career);
  expect((await style('main .placeholder')).backgroundColor).not.toBe((await style('body')).backgroundColor);
  answer();
  await expect(applyNow(page)).toBeVisible();
  // A link styled as a button must have a button's border.
  expect((await style('main a.btn')).borderColor).toBe((await style('header button')).color);
});

test('a field with a problem has the colour of its message in both themes, and a thick border in forced colours @full', async ({
  page,
}) => {
  await openLive(page, pages.ask.path);
  await fillEnquiry(page, { Phone: '12345', About: 'ZStudy' });
  await button(page, 'Send').click();
  await expect(page.locator('.invalid-feedback')).toBeVisible();
  const style = (field: string) =>
    page.getByLabel(field).evaluate((element) => {
      const [own, message] = [element, element.nextElementSibling ?? element].map((one) =>
        getComputedStyle(one),
      );
      return { border: own?.borderTopColor, width: own?.borderTopWidth, message: message?.color };
    });
  const borders: (string | undefined)[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { border, message } = await style('Phone');
    expect(border).toBe(message);
    expect(border).not.toBe((await style('Name')).border);
    borders.push(border);
  }
  expect(borders[0]).not.toBe(borders[1]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect((await style('Phone')).width).not.toBe((await style('Name')).width);
});
