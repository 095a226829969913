import type { Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { type FakeProvider, startProvider } from './fake-provider.ts';
import { test as base, expect } from './journey.ts';
import { expectLive } from './live-page.ts';
import { startSite } from './site.ts';

/** Each test has a provider that misbehaves in its own way, and a site in front of it. */
export const test = base.extend<{ provider: FakeProvider }>({
  provider: async ({ browserName: _browser }, use) => {
    await using provider = await startProvider();
    await use(provider);
  },
  baseURL: async ({ provider }, use) => {
    await using site = await startSite({ CONNECT_UPSTREAM: provider.base });
    await use(site.url);
  },
});

export const lists = [pages.mediaRoom.path, mediaListPath('press'), pages.career.path];
export const dataPaths = [...lists, mediaDetailPath('press-one')];

/** Header, one h1 and footer are there, and no program's word stands in the text. */
export async function expectStanding(page: Page): Promise<void> {
  await expectLive(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0, { timeout: 20_000 });
  const text = (await page.getByRole('main').textContent()) ?? '';
  expect(text).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|\ufffd/);
}
