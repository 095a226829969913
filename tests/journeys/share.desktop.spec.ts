import { vacancyPath } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const path = vacancyPath('pcb-design-intern');

test('"Share" hands a vacancy to the share menu (stood in for); where that fails it copies the address and says so', async ({
  page,
}) => {
  const handed: ShareData[] = [];
  let ending = '';
  await page.exposeFunction('handOver', (data: ShareData) => {
    handed.push(data);
    return ending;
  });
  await page.addInitScript(standInForShareMenu);
  await openLive(page, `${path}?utm_source=mail`);
  const note = page.getByText(/Link copied|Copy this address/);
  const url = new URL(path, page.url()).href;
  for (ending of ['', 'AbortError', 'InvalidStateError'])
    await test.step(ending || 'shared', async () => {
      await expect(note).toHaveCount(0);
      handed.length = 0;
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await expect.poll(() => handed).toMatchObject([{ title: 'PCB Design Intern', url }]);
    });
  await expect(note).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

function standInForShareMenu(): void {
  Object.defineProperty(navigator, 'share', {
    value: async (data: ShareData) => {
      const ending: string = await Reflect.get(window, 'handOver')(data);
      if (ending) throw new DOMException('No', ending);
    },
  });
}
