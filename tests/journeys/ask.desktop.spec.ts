import { ask } from '#src/content/ask.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { askPath, connectCalls, pages } from '#src/paths.ts';
import { company, quote } from '#src/words/site.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillEnquiry, openLive, outbox, stored, submitForm, thanks, untilReady } from '../kit/page.ts';
import { button, expectRepeat, heading, list, main, phone, told } from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest] });

const { enquiry } = connectCalls;

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a quote requested offline from a product page is sent once, with one notice, when back online', async ({
    page,
    app: { line, posts },
  }) => {
    await openLive(page, pages.osense.path);
    await untilReady(page);
    await line.down();
    await main(page).getByRole('link', { name: quote }).first().click();
    await expect(heading(page)).toHaveText('Ask us');
    await expect(page).toHaveURL(askPath('osense'));
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(`${quote}: O'Sense`);
    await main(page).getByText(ask.hint).click();
    await expect(main(page).getByRole('listitem')).toHaveText(ask.hints.osense);
    await expect(main(page).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /O'Sense/);
    await expect(page.getByLabel('About')).toHaveValue("O'Sense");
    await fillEnquiry(page, { Message: 'How much is it for twelve trucks?' });
    await test.step('my own choice stays when a link chooses another product', async () => {
      await page.getByLabel('About').selectOption('ZStudy');
      await expect.poll(async () => JSON.stringify(await stored(page))).toContain('ZStudy');
      await openLive(page, askPath('osense'));
      await expect(page.getByLabel('Message')).toHaveValue('How much is it for twelve trucks?');
      await expect(page.getByLabel('About')).toHaveValue('ZStudy');
    });
    line.next('POST', enquiry, 'cut');
    await submitForm(page);
    await expect(thanks(page)).toContainText(outcomeWords.offline);
    await expect(thanks(page)).toContainText(ask.next.zstudy);
    await expect(thanks(page).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /ZStudy/);
    await expect(thanks(page).getByRole('link', { name: company.phones[0] })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('');
    await button(thanks(page), 'Close').click();
    await outbox(page).click();
    await expect(list(page)).toContainText('Enquiry');
    await page.keyboard.press('Escape');
    await line.up();
    await expect(told(page)).toContainText('Enquiry');
    await expect(outbox(page)).toBeHidden();
    expectRepeat(posts());
    expect(JSON.parse(posts()[1]?.body ?? '')).toMatchObject({ name: 'Bwalya', about: 'ZStudy' });
  });
});
