import { pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillEnquiry, openLive } from '../kit/page.ts';
import { button, main } from './visitor.ts';

test.use({ colorScheme: 'dark', expectedErrors: [failedRequest] });

test('nothing moves if my system asks for that @full', async ({ page }) => {
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
});

test('a field with a problem has the colour of its message in both themes @full', async ({ page }) => {
  await openLive(page, pages.ask.path);
  await fillEnquiry(page, { Phone: '12345', About: 'ZStudy' });
  await button(page, 'Send').click();
  await expect(page.locator('.invalid-feedback')).toBeVisible();
  const style = (field: string) =>
    page.getByLabel(field).evaluate((element) => {
      const [own, message] = [element, element.nextElementSibling ?? element].map((one) =>
        getComputedStyle(one),
      );
      return { border: own?.borderTopColor, message: message?.color };
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
});
