import type { Page } from '@playwright/test';

import { vacancyPath } from '#src/paths.ts';

import { expectNoFindings } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

// Colours are measured where nothing moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const article = '/media-room/kalingalinga-leak-valves';
const vacancy = vacancyPath('pcb-design-intern');

type Handed = { title?: string; text?: string; url?: string; files?: string[] };

/** What the page gave to a share menu that ends like this. */
async function standInForShareMenu(
  page: Page,
  ending: 'shared' | 'AbortError' | 'InvalidStateError',
  takesFiles = false,
) {
  await page.addInitScript(
    ([how, files]) => {
      const handed: Handed[] = [];
      const share = async (data: ShareData) => {
        const texts = await Promise.all(
          (data.files ?? []).map(async (file) => `${file.name} ${file.type} ${await file.text()}`),
        );
        handed.push({ ...data, files: texts });
        if (how !== 'shared') throw new DOMException('No', how as string);
      };
      Object.assign(window, { handed });
      Object.defineProperty(navigator, 'share', { configurable: true, value: share });
      Object.defineProperty(navigator, 'canShare', { configurable: true, value: () => files });
    },
    [ending, takesFiles] as const,
  );
  return () => page.evaluate(() => Reflect.get(window, 'handed') as Handed[]);
}

test('a vacancy and an article have two ways off the phone, axe finds nothing there, nothing is cut off', async ({
  page,
}) => {
  for (const path of [vacancy, article]) {
    await openLive(page, path);
    const main = page.getByRole('main');
    await expect(main.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
    const link = main.getByRole('link', { name: 'WhatsApp', exact: true });
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    const message = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text');
    expect(message?.split('\n')).toEqual([title, `http://localhost:4173${path}`]);
    await expectNoFindings(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
});

test('"Share" hands title and address to the share menu (stood in for), and says nothing of it', async ({
  page,
}) => {
  for (const ending of ['shared', 'AbortError'] as const) {
    const handed = await standInForShareMenu(page, ending);
    await openLive(page, `${vacancy}?utm_source=mail`);
    await page.getByRole('button', { name: 'Share' }).click();
    const url = new URL(vacancy, page.url()).href;
    await expect.poll(handed).toMatchObject([{ title: 'PCB Design Intern', text: 'PCB Design Intern', url }]);
    await expect(page.locator('.hstack > [role=status]')).toBeEmpty();
  }
});

test('a share menu that fails, perhaps because an earlier one never ended (stood in for): the address is given instead', async ({
  page,
}) => {
  await standInForShareMenu(page, 'InvalidStateError');
  await openLive(page, vacancy);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.locator('.hstack > [role=status]')).toContainText(/Link copied|Copy this address:/);
});
