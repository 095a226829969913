import type { Locator, Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expectLive } from './live-page.ts';

/** "Saved on this device", read to its end. */
export async function openSaved(page: Page, origin: string, search = ''): Promise<void> {
  await page.goto(origin + pages.saved.path + search);
  await expectLive(page);
  await deleteButton(page).waitFor();
}

export const deleteButton = (page: Page) =>
  page.getByRole('button', { name: 'Delete everything saved here' });

/** Answers the one question that is asked before. */
export async function deleteEverything(page: Page): Promise<void> {
  await deleteButton(page).click();
  await question(page).getByRole('button', { name: 'Delete everything' }).click();
}

export const question = (page: Page) => page.getByRole('dialog', { name: 'Delete everything saved here?' });

/** A part of the page, by its heading. */
export function part(page: Page, heading: string): Locator {
  return page
    .getByRole('main')
    .locator('section', { has: page.getByRole('heading', { name: heading, level: 2 }) });
}

/** What the site's stores hold on the device, of whatever kind. */
export function storedHere(page: Page) {
  return page.evaluate(async () => {
    const inCaches = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) inCaches.push(url);
    const inDatabases = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const values = await new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const store = opening.result.objectStoreNames[0] ?? '';
          const reading = opening.result.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      });
      inDatabases.push(...values);
    }
    const settings = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    const workers = (await navigator.serviceWorker.getRegistrations()).length;
    return { inCaches, inDatabases, settings, workers };
  });
}
