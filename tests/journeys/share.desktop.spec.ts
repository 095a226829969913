import { vacancyPath } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const path = vacancyPath('pcb-design-intern');

test('"Share" hands a vacancy to the share menu (stood in for), or copies its address and says so', async ({
  page,
}) => {
  await page.addInitScript(standInForShareMenu);
  await openLive(page, `${path}?utm_source=mail`);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  const note = page.getByRole('status').filter({ hasText: /Link copied|Copy this address/ });
  const handed = () => page.evaluate(() => Reflect.get(window, 'handed'));
  const url = new URL(path, page.url()).href;
  for (const ending of ['', 'AbortError'])
    await test.step(ending || 'shared', async () => {
      await page.evaluate((name) => Object.assign(window, { ending: name, handed: [] }), ending);
      await share.click();
      await expect.poll(handed).toMatchObject([{ title: 'PCB Design Intern', url }]);
    });
  await expect(note).toHaveCount(0);
  for (const ending of ['InvalidStateError', 'no menu'])
    await test.step(ending, async () => {
      await page.evaluate((name) => {
        if (name === 'no menu') Reflect.deleteProperty(navigator, 'share');
        else Object.assign(window, { ending: name });
      }, ending);
      await share.click();
      await expect(note).toBeVisible();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(url);
      await page.evaluate(() => navigator.clipboard.writeText(''));
    });
});

/** Runs in the page: a share menu that notes what it is given, and fails as `window.ending` says. */
function standInForShareMenu(): void {
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async (data: ShareData) => {
      Reflect.get(window, 'handed').push(data);
      const ending: string = Reflect.get(window, 'ending');
      if (ending) throw new DOMException('No', ending);
    },
  });
}
