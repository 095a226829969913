import { applicationForm } from '#src/content/application-form.ts';
import { ask } from '#src/content/ask.ts';
import { pages } from '#src/paths.ts';
import { meantText } from '#src/words/form-errors.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, test } from '../kit/journey.ts';
import { fillEnquiry, openLive, thanks } from '../kit/page.ts';
import { applyNow, button } from './visitor.ts';

test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

test('on a touch screen a slip is asked about, one voice says what is missing, and one press then sends @full', async ({
  page,
  app,
}) => {
  await openLive(page, pages.ask.path);
  await button(page, ask.submit).tap();
  const about = page.getByLabel('About');
  await expect(about).toBeFocused();
  await expect(page.getByText(formWords.enquiry.fields.about.needed)).toBeInViewport();
  await page.getByLabel('Email').tap();
  await page.keyboard.type('bwalya@gmial.com');
  await page.getByLabel('Message').tap();
  await button(page, meantText('bwalya@gmail.com')).tap();
  await fillEnquiry(page, { About: 'ZStudy' });
  await button(page, ask.submit).tap();
  await expect(thanks(page)).toContainText('bwalya@gmail.com');
  expect(app.posts()).toHaveLength(1);
});

test('on a touch screen a dialog shows its whole heading, the page behind stays, and a number becomes a link @full', async ({
  page,
}) => {
  await openLive(page, pages.career.path);
  await applyNow(page).tap();
  const dialog = page.getByRole('dialog');
  const heading = dialog.getByRole('heading').first();
  await expect(heading).toBeInViewport({ ratio: 1 });
  expect(await heading.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
  const before = await page.evaluate(() => scrollY);
  const client = await page.context().newCDPSession(page);
  await client.send('Input.synthesizeScrollGesture', {
    x: 3,
    y: 500,
    yDistance: -400,
    gestureSourceType: 'touch',
  });
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.getByLabel('Mobile').fill('0977 123 456');
  await button(dialog, applicationForm.whatsApp).tap();
  await expect(page.getByLabel('Profile link')).toHaveValue('https://wa.me/260977123456');
  await expect(button(dialog, applicationForm.whatsApp)).toBeHidden();
});
