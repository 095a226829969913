import { expect } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { startDevice, untilKept } from '../../support/device.ts';
import { fillForm, openForm, pressSubmit, sendForm, storedAs, thanks } from '../../support/forms.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { storedAddresses } from '../../support/stored.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const withoutStorage = () => {
  const deny = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  IDBFactory.prototype.open = deny;
  Storage.prototype.getItem = deny;
  Storage.prototype.setItem = deny;
};

const withoutWorkers = () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');

for (const [name, limit] of [
  ['storage is denied', withoutStorage],
  ['service workers are missing', withoutWorkers],
] as const) {
  test(`where ${name} the site works online and sends what it cannot keep`, async ({ ground: { site } }) => {
    await using device = await startDevice(limit);
    const page = device.page();
    await page.goto(site.url);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).first().click();
    await expect(page).toHaveURL(site.url + pages.career.path);
    for (const request of ['apply', 'subscribe'] as const) {
      const email = `${request}-${name.replaceAll(' ', '-')}@example.com`;
      await sendForm(page, site.url, request, email);
      await expect(thanks(page)).toBeVisible();
      await expect(thanks(page)).not.toContainText('saved in this browser');
      expect(storedAddresses(site.dataDir, storedAs[request])).toContain(email);
    }
  });
}

test('where storage is denied and nothing answers, the form keeps what was typed and says so', async ({
  ground,
}) => {
  await using weather = await startWeather(ground.site.url);
  await using device = await startDevice(withoutStorage);
  const page = device.page();
  await openForm(page, weather.url, 'apply');
  await fillForm(page, 'apply', 'apply@example.com');
  await weather.down();
  await pressSubmit(page, 'apply');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Error 500: Server connection failed!.',
  );
  await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue('apply@example.com');
});

test('where pages may not open caches the worker keeps the site all the same', async ({ ground }) => {
  await using weather = await startWeather(ground.site.url);
  await using device = await startDevice(() => {
    Object.defineProperty(globalThis, 'caches', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const page = device.page();
  await page.goto(weather.url);
  await untilKept(page);
  await weather.down();
  await page.goto(weather.url + pages.contact.path);
  await expectLive(page);
});
