import { connectCalls } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { applicant, expectApplication, outbox, thanks, untilLive } from '../kit/page.ts';
import { apply, button, expectRepeat, list, pressApply } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const leaseMs = 40_000;

test('a page reloaded during a POST shows the application and sends it once', async ({
  app: { line, posts },
  page,
}) => {
  line.next('POST', connectCalls.jobApply, 'hang');
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
