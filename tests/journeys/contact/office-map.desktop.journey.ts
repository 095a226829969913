import { join } from 'node:path';

import { test as base, expect, type Page } from '@playwright/test';
import { createServer } from 'vite';

import { company } from '#src/content/company.ts';

import { fakeMapsScript } from './fake-maps.ts';

const mapsScript = 'https://maps.googleapis.com/**';

/** The site as it is with a key for the maps service, which only a build can have. */
const test = base.extend<object, { address: string }>({
  address: [
    async ({ browserName: _ }, use) => {
      process.env.VITE_GOOGLE_MAPS_KEY = 'test-key';
      process.env.DATA_DIR = test.info().outputPath('data');
      const server = await createServer({
        root: join(import.meta.dirname, '../../..'),
        logLevel: 'error',
        server: { port: 0, host: '127.0.0.1', hmr: false },
        cacheDir: test.info().outputPath('vite'),
      });
      await server.listen();
      await use(server.resolvedUrls?.local[0] ?? '');
      await server.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const { office } = company;
const place = { lat: office.lat, lng: office.lng };

async function openMap(page: Page, address: string): Promise<void> {
  await page.goto(`${address}contact`);
  await expect(page.getByText('Loading Map...')).toBeAttached();
  await page.getByRole('heading', { name: 'Office Location' }).scrollIntoViewIfNeeded();
}

const calls = (page: Page) => page.evaluate(() => window.mapCalls);

test('the map is fitted to the office, whose marker opens and closes a popup', async ({ page, address }) => {
  await page.route(mapsScript, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeMapsScript }),
  );
  await openMap(page, address);
  const marker = page.getByRole('button', { name: office.label });
  await marker.click();
  await expect(page.getByText('Loading Map...')).toHaveCount(0);
  expect(await calls(page)).toEqual([
    ['map', place],
    ['fitBounds', [place]],
    ['setZoom', 16],
    ['panTo', place],
  ]);
  const popup = page.locator('.map-popup');
  await expect(popup).toContainText(office.label);
  await expect(popup).toContainText(office.address);
  await page.getByRole('button', { name: 'Close popup' }).click();
  await expect(popup).toHaveCount(0);
  await marker.click();
  await expect(popup).toBeVisible();
  await page.getByRole('button', { name: 'Empty part of the map' }).click();
  await expect(popup).toHaveCount(0);
});

test('where the maps service cannot be had the page says so, and tries again when online', async ({
  page,
  address,
}) => {
  await page.route(mapsScript, (route) => route.abort());
  await openMap(page, address);
  await expect(page.getByText('The map could not be loaded.')).toBeVisible();
  await expect(page.getByText(office.address)).toBeVisible();
  await expect(page.getByRole('link', { name: /directions/i })).toHaveAttribute('href', /^https:/);
  await page.unroute(mapsScript);
  await page.route(mapsScript, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeMapsScript }),
  );
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: office.label })).toBeVisible();
});

test('a map whose code got no answer is drawn once there is one', async ({ page, address }) => {
  await page.route(mapsScript, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: fakeMapsScript }),
  );
  const line = /\/(?:healthz|src\/pages\/contact\/draw-map\.ts)/;
  await page.route(line, (route) => route.abort());
  await page.goto(`${address}contact`);
  await page.getByRole('heading', { name: 'Office Location' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('The map could not be loaded.')).toBeVisible();
  await page.unroute(line);
  await expect(page.getByRole('button', { name: office.label })).toBeVisible({ timeout: 60_000 });
});

test.describe('where no script runs', () => {
  test.use({ javaScriptEnabled: false });

  test('nobody waits for a map: address and directions are there', async ({ page, address }) => {
    await page.goto(`${address}contact`);
    await expect(page.getByText(office.address)).toBeVisible();
    await expect(page.getByRole('link', { name: /directions/i })).toHaveAttribute('href', /^https:/);
    await expect(page.getByText('Loading Map...')).toHaveCount(0);
    await expect(page.getByText('The map could not be loaded.')).toHaveCount(0);
  });
});

test('nothing of the maps service is loaded before the visitor comes near it', async ({ page, address }) => {
  const asked: string[] = [];
  await page.route(mapsScript, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: fakeMapsScript });
  });
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto(`${address}contact`);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.getByRole('heading', { name: 'Office Location' }).scrollIntoViewIfNeeded();
  await expect.poll(() => asked.length).toBe(1);
  expect(new URL(asked[0] ?? '').searchParams.get('key')).toBe('test-key');
  expect(new URL(asked[0] ?? '').searchParams.get('v')).toBe('weekly');
});
