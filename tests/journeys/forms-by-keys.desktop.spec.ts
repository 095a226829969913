import type { Locator, Page } from '@playwright/test';

import { ask } from '#src/content/ask.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { meantText } from '#src/words/form-errors.ts';

import { expect, test } from '../kit/journey.ts';
import { fillEnquiry, openLive, submitForm, thanks } from '../kit/page.ts';
import { fileField } from './file-steps.ts';
import { button, form, modalForm, openForm, pressApply } from './visitor.ts';

/** As above a phone's keyboard, and a window in which the dialog's title stays. */
const windows = [
  { width: 360, height: 420 },
  { width: 360, height: 640 },
];

/** The focused element, and what it shows of itself: false if it is outside the window or below something. */
function focused(page: Page): Promise<{ name: string; inForm: boolean; isCovered: boolean }> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const element = document.activeElement ?? document.body;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isOnTop = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y));
    // Browsers show the caret, which stands in its first line.
    const end = element instanceof HTMLTextAreaElement ? top + 24 : bottom - 2;
    const isWhole = isOnTop(top + 2) && isOnTop(end);
    const name = `${element.tagName} ${element.getAttribute('name') ?? element.textContent?.slice(0, 40)}`;
    return { name, inForm: element.closest('form:has(.form-control), dialog') !== null, isCovered: !isWhole };
  });
}

/** Goes through a form by keys, in both directions. */
async function walk(page: Page, first: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    if (key === 'Tab') await first.focus();
    const covered: string[] = [];
    let stops = 0;
    for (; stops < 14; stops += 1) {
      const { name, inForm, isCovered } = await focused(page);
      if (!inForm) break;
      if (isCovered) covered.push(name);
      await page.keyboard.press(key);
    }
    expect(covered, key).toEqual([]);
    expect(stops, key).toBeGreaterThan(2);
    if (key === 'Tab') await page.keyboard.press('Shift+Tab');
  }
}

async function expectToMend(page: Page, field: Locator): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/required|valid/);
  expect(await focused(page)).toMatchObject({ isCovered: false });
  const isLabelOnTop = await field.evaluate((one: HTMLInputElement) => {
    const [label] = one.labels ?? [];
    const { left = 0, top = 0 } = label?.getBoundingClientRect() ?? {};
    return label?.contains(document.elementFromPoint(left + 2, top + 2));
  });
  expect(isLabelOnTop, 'its label is in view').toBe(true);
}

for (const viewport of windows)
  test(`at ${viewport.width}x${viewport.height} keys reach every field of every form, uncovered @full`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await test.step('an application in its page', async () => {
      await openForm(page);
      await page.reload();
      await expect(form(page)).toBeVisible();
      await walk(page, page.getByLabel('First name'));
      await submitForm(page);
      await expectToMend(page, page.getByLabel('First name'));
    });
    await test.step('an enquiry', async () => {
      await openLive(page, pages.ask.path);
      await walk(page, page.getByLabel('About'));
      await fillEnquiry(page, { About: 'ZStudy', Email: 'mwila@people' });
      await button(page, ask.submit).click();
      await expectToMend(page, page.getByLabel('Email'));
    });
    await test.step('a subscription', async () => {
      await openLive(page, pages.mediaRoom.path);
      await walk(page, page.getByLabel('Full name'));
      await button(page, mediaRoom.newsletter.submit).click();
      await expectToMend(page, page.getByLabel('Full name'));
    });
    // Last, because closing goes back in the history, which would abort a navigation.
    await test.step('an application in a dialog', async () => {
      await openLive(page, pages.career.path);
      await pressApply(page);
      await expect(modalForm(page)).toBeVisible();
      await walk(page, page.getByLabel('First name'));
      await submitForm(page);
      await expectToMend(page, page.getByLabel('First name'));
      await page.keyboard.press('Escape');
      await expect(modalForm(page)).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`${pages.career.path}$`));
    });
  });

test('a question below a field is answered by keys, and moves nothing that is being pressed @full', async ({
  page,
}) => {
  // Field and button are in view, so that no browser scrolls to make up for a new line.
  await page.setViewportSize({ width: 360, height: 1400 });
  await openLive(page, pages.ask.path);
  await fillEnquiry(page, { About: 'ZStudy', Email: 'mwila@gmail.con' });
  const email = page.getByLabel('Email');
  const submit = button(page, ask.submit);
  const question = page.getByRole('status').getByRole('button', { name: meantText('mwila@gmail.com') });
  const place = () => submit.evaluate((element) => element.getBoundingClientRect().top);
  /** Leaves the field by pressing "Submit", and returns where that stood before. */
  const pressDown = async () => {
    await email.fill('mwila@gmail.con');
    await submit.hover();
    const before = await place();
    await page.mouse.down();
    await expect(email).not.toBeFocused();
    await focused(page);
    expect(await place()).toBe(before);
    await expect(question).toBeHidden();
    return before;
  };
  await test.step('it waits while "Submit" is pressed, and stands there when the finger has left', async () => {
    const before = await pressDown();
    await page.mouse.move(1, 1);
    await page.mouse.up();
    await expect(question).toBeVisible();
    expect(await place()).toBeGreaterThan(before + 10);
  });
  await test.step('it is the next stop after its field, and Enter mends the address', async () => {
    await email.focus();
    await page.keyboard.press('Tab');
    await expect(question).toBeFocused();
    expect(await focused(page)).toMatchObject({ isCovered: false });
    await page.keyboard.press('Enter');
    await expect(email).toHaveValue('mwila@gmail.com');
    await expect(email).toBeFocused();
    await expect(question).toBeHidden();
  });
  await test.step('"Submit" is hit although the question waits', async () => {
    await pressDown();
    await page.mouse.up();
    await expect(thanks(page)).toContainText('mwila@gmail.con');
  });
});

test('printed, the page leaves its form out @full', async ({ page }) => {
  await openLive(page, pages.ask.path);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Message')).toBeHidden();
});

test('the field takes the place of the address for files and moves nothing @full', async ({ app, page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const answer = app.line.hold('GET', connectCalls.features);
    await openLive(page, pages.ask.path);
    const place = page.locator('.file-place');
    const before = await place.boundingBox();
    answer();
    await expect(fileField(page, 'enquiry')).toBeVisible();
    expect((await place.boundingBox())?.height).toBe(before?.height);
  }
});
