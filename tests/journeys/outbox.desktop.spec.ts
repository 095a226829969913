import { unsaved } from '#src/content/field.ts';
import * as ui from '#src/content/interface.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import {
  applicant,
  expectApplication,
  fillApplication,
  openLive,
  outbox,
  submitForm,
  thanks,
  untilLive,
} from '../kit/page.ts';
import {
  apply,
  button,
  expectRepeat,
  form,
  leaveForm,
  list,
  openForm,
  phone,
  pressApply,
  told,
  untilFormLeft,
} from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest] });

const { jobApply } = connectCalls;
const leaseMs = 40_000;
const email = 'mutinta@example.com';

test('an application from a first visit waits, is counted and is sent once', async ({
  app: { line, posts },
  context,
  page,
}) => {
  const other = await context.newPage();
  await openLive(other, pages.privacy.path);
  await openForm(page);
  // From here on nothing can be fetched; the code that reports, lists and sends has already been loaded.
  await line.down();
  await fillApplication(page);
  await submitForm(page);
  await expect(thanks(page)).toContainText(outcomeWords.offline);
  await button(thanks(page), 'Close').click();
  await expect(page.getByRole('status').filter({ hasText: ui.offline })).toBeVisible();
  for (const tab of [page, other]) await expect(outbox(tab)).toHaveText('Outbox: 1 waiting');
  await outbox(page).click();
  await expect(list(page)).toContainText('mutinta@example.com');
  await page.keyboard.press('Escape');
  await line.up();
  for (const tab of [page, other]) {
    await expect(told(tab)).toBeVisible();
    await expect(outbox(tab)).toBeHidden();
  }
  await button(page, ui.dismiss).click();
  await expect(told(page)).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();
  expect(posts()).toHaveLength(1);
});

test('an application rejected after its form was closed can be edited and sent', async ({
  app: { line, posts },
  page,
}) => {
  const answer = line.hold('POST', jobApply, { status: 422 });
  line.next('POST', jobApply, { status: 422 });
  await apply(page, { Email: 'mutnta@example.com' });
  await leaveForm(page);
  answer();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting, needs your attention');
  await outbox(page).click();
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));
  await button(page, 'Send now').click();
  await expect.poll(() => posts().length).toBe(2);
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));

  await button(page, 'Edit').click();
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await expect(outbox(page)).toBeHidden();
  await expectNoFindings(page);
  await form(page).getByLabel('Email').fill(email);
  await line.down();
  await submitForm(page);
  await expect(thanks(page)).toContainText(outcomeWords.offline);
  await line.up();
  await expect(told(page)).toBeVisible();
  const keys = posts().map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2], 'a changed text needs a key of its own').not.toBe(keys[0]);
});

test('in the Outbox each press is a button, and a name cannot turn our sentence around @full', async ({
  app: { line },
  page,
}) => {
  await openForm(page);
  await fillApplication(page, { 'First name': 'Mutinta', 'Last name': 'Banda \u202E' });
  await line.down();
  await submitForm(page);
  await button(thanks(page), 'Close').click();
  await outbox(page).click();
  for (const name of ['Send now', 'Edit', 'Delete'])
    expect(await button(list(page), name).evaluate(shapeOf)).not.toEqual([]);
  const since = list(page).locator('p', { hasText: outboxWords.since });
  await expect(since.locator('bdi').first()).toContainText('Mutinta Banda');
  await expect(list(page).getByRole('heading', { level: 3 }).locator('bdi')).not.toBeEmpty();
  // Where the words after the name are painted: on its right.
  const left = (text: string) =>
    since.evaluate((element, wanted) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode()) {
        const start = walker.currentNode.textContent?.indexOf(wanted) ?? -1;
        if (start < 0) continue;
        range.setStart(walker.currentNode, start);
        range.setEnd(walker.currentNode, start + wanted.length);
        return range.getBoundingClientRect().left;
      }
      return -1;
    }, text);
  expect(await left('Waiting')).toBeLessThan(await left('since'));
});

test('on a full device the form with the only copy does not close on Escape, but by its close icon @full', async ({
  app: { line },
  page,
}) => {
  line.next('POST', jobApply, { status: 422 });
  await openForm(page);
  await fillApplication(page);
  await submitForm(page);
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await page.evaluate(() => {
    const put = function (this: IDBObjectStore) {
      this.transaction.abort();
    };
    Object.assign(IDBObjectStore.prototype, { put });
  });
  await form(page).getByLabel('Description').fill('I solder, and more.');
  await expect(form(page)).toContainText(unsaved);
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await page.keyboard.press('Escape');
  await expect(form(page).getByLabel('Description')).toHaveValue('I solder, and more.');
  await button(form(page), 'Close').click();
  await untilFormLeft(page);
  await pressApply(page);
  await expect(form(page).getByLabel('Description')).not.toHaveValue('I solder, and more.');
});

test('a page reloaded during a POST shows the application and sends it once', async ({
  app: { line, posts },
  page,
}) => {
  line.next('POST', jobApply, 'hang');
  await page.clock.install();
  await apply(page);
  await expect.poll(() => posts().length).toBe(1);
  await expect(outbox(page), 'its form shows it').toBeHidden();
  await page.reload();
  await untilLive(page);
  await expectApplication(page);
  await expect(button(page, 'Please Wait')).toBeDisabled();
  await page.clock.fastForward(5_000);
  await expect(outbox(page), 'its form shows it').toBeHidden();

  await page.keyboard.press('Escape');
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting');
  await outbox(page).click();
  await expect(list(page)).toContainText(applicant.Email);
  await page.keyboard.press('Escape');
  await pressApply(page);
  await expect(button(page, 'Please Wait')).toBeDisabled();
  await page.clock.fastForward(leaseMs);
  await expect(thanks(page)).toContainText(formWords.apply.sent);
  expectRepeat(posts());
});

/** Runs in the page: the colours of an element's border and background that are not transparent. */
function shapeOf(element: Element): string[] {
  const { borderTopColor, backgroundColor } = getComputedStyle(element);
  return [borderTopColor, backgroundColor].filter((colour) => colour !== 'rgba(0, 0, 0, 0)');
}
