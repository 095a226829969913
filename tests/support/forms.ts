import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { applicant } from './applicant.ts';
import { expectLive } from './live-page.ts';

/** The two requests a visitor can make, by what is on the page. */
export type Request = 'apply' | 'subscribe';

export const requests: Request[] = ['apply', 'subscribe'];

/** The end of the address that each goes to. */
export const posts = { apply: '/job-apply', subscribe: '/subscribe' } as const;

export const storedAs = { apply: 'applications', subscribe: 'subscribers' } as const;

const formPages = { apply: pages.career.path, subscribe: pages.mediaRoom.path } as const;

/** Opens the page with the form, and the application's dialog. Until the app is there the browser posts a form itself. */
export async function openForm(page: Page, origin: string, request: Request): Promise<void> {
  // To the same address it is a reload, after which an open form opens again.
  await page.goto('about:blank');
  await page.goto(origin + formPages[request]);
  await expectLive(page);
  if (request === 'subscribe') await expectLiveForm(page);
  else
    await page
      .getByRole('link', { name: /Apply Now/ })
      .first()
      .click();
}

/** The newsletter's form comes alive after its page: React has put its handlers on it. */
export async function expectLiveForm(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('form[action]') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

export async function fillForm(page: Page, request: Request, email: string): Promise<void> {
  if (request === 'subscribe') {
    await page.getByLabel('Full name').fill('Mutinta Banda');
    await page.getByLabel('Email').fill(email);
    return;
  }
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries({ ...applicant, Email: email }))
    await dialog.getByLabel(label).fill(text);
}

export async function pressSubmit(page: Page, request: Request): Promise<void> {
  const name = request === 'apply' ? 'Submit application' : 'Subscribe';
  await page.getByRole('button', { name, exact: true }).click();
}

/** The whole way from opening the page to pressing the button. */
export async function sendForm(page: Page, origin: string, request: Request, email: string): Promise<void> {
  await openForm(page, origin, request);
  await fillForm(page, request, email);
  await pressSubmit(page, request);
}

export const thanks = (page: Page) => page.getByRole('dialog', { name: /^Thank you/ });
export const outbox = (page: Page) => page.getByRole('button', { name: /^Outbox/ });

/** The records of the outbox, as the device has them. */
export function recordsOnDisk(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('hcs');
        // Left to the page: a database without its store would stay so.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve('[]');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('submissions').objectStore('submissions').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );
}
