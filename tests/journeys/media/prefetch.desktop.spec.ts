import type { Page } from '@playwright/test';

import { mediaListPath, pages } from '#src/paths.ts';

import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

function connectCallsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/connect/v1/')) calls.push(pathname);
  });
  return calls;
}

const link = (page: Page) => page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).first();
const call = '/connect/v1/media/kalingalinga-leak-valves';

test('an article is fetched when the pointer comes to its link, and once', async ({ page }) => {
  const calls = connectCallsOf(page);
  await openLive(page, mediaListPath('press'));
  await link(page).hover();
  await expect.poll(() => calls).toContain(call);
  await link(page).click();
  await expect(page.getByRole('heading', { name: 'What was fitted' })).toBeVisible();
  expect(calls.filter((path) => path === call)).toHaveLength(1);
});

test('nothing is fetched ahead for a visitor who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  const calls = connectCallsOf(page);
  const scripts: string[] = [];
  await openLive(page, pages.mediaRoom.path);
  await page.waitForLoadState('networkidle');
  page.on('request', (request) => scripts.push(request.url()));
  await link(page).hover();
  await page.getByRole('link', { name: 'Press Releases' }).first().hover();
  await link(page).click();
  await expect(page.getByRole('heading', { name: 'What was fitted' })).toBeVisible();
  expect(calls[0]).toBe(call);
  expect(scripts.filter((url) => url.includes('media-list'))).toEqual([]);
});
