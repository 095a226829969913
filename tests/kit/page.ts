import { expect, type Locator, type Page } from '@playwright/test';

import { applicationForm } from '#src/content/application-form.ts';
import { ask } from '#src/content/ask.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { controlsOf, payloadOf } from '#src/contract/forms.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { type PageName, pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

/** What an applicant types, by field label. A tick box is ticked if it has a text: its value. */
export const applicant = {
  'First name': 'Mutinta',
  'Last name': 'Banda',
  Email: 'mutinta@example.com',
  Mobile: '+260 97 000 0000',
  Description: 'I solder, and I write firmware.',
  'Profile link': 'https://profiles.example/mutinta',
};

const byLabel: Record<string, string> = applicant;

/** The same as a request's body, without the vacancy. */
export const applicantBody = payloadOf(
  'apply',
  Object.fromEntries(Object.entries(controlsOf('apply')).map(([name, { label }]) => [name, byLabel[label]])),
);

/** Waits until the app has hydrated the current page. */
export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.live === location.pathname);
}

/** Waits until the worker controls the page and has stored all pages. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isActive = navigator.serviceWorker.controller?.state === 'activated';
    return isActive && document.documentElement.dataset.stored === location.pathname;
  });
}

export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilLive(page);
}

/** Goes to another page by its link in the footer. */
export async function goByLink(page: Page, { path }: { path: string }): Promise<void> {
  const footer = page.getByRole('contentinfo');
  const link = footer.locator(`a[href="${path}"]`).first();
  // On phones the group is folded once the app has started.
  if (!(await link.isVisible()))
    await footer
      .locator('details', { has: page.locator(`a[href="${path}"]`) })
      .locator('summary')
      .first()
      .click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleAt(path));
}

export function titleAt(path: string): string {
  const name = (Object.keys(pages) as PageName[]).find((one) => pages[one].path === path);
  if (name === undefined) throw new Error(`There is no page ${path}.`);
  return titles[name];
}

export const isTickBox = async (control: Locator) => (await control.getAttribute('type')) === 'checkbox';

/** Fills in the open application form; `person` overrides the usual applicant's fields. */
export async function fillApplication(page: Page, person: Partial<typeof applicant> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...applicant, ...person })) {
    const control = page.getByLabel(label);
    await ((await isTickBox(control)) ? control.setChecked(text !== '') : control.fill(text));
  }
}

/** Fills in the enquiry form on screen; `enquiry` overrides these fields by their labels. */
export async function fillEnquiry(page: Page, enquiry: Record<string, string> = {}): Promise<void> {
  const usual = { Name: 'Bwalya', Phone: '+260 96 765 4321', Message: 'How much is it?' };
  for (const [label, text] of Object.entries({ ...usual, ...enquiry })) {
    const control = page.getByLabel(label);
    await (label === 'About' ? control.selectOption(text) : control.fill(text));
  }
}

/** Expects the usual applicant's texts in the open application form. */
export async function expectApplication(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(applicant)) {
    const control = page.getByLabel(label);
    await expect(control).toHaveValue(text);
    // A tick box has its value even if it is not ticked.
    if (await isTickBox(control)) await expect(control).toBeChecked();
  }
}

const submits = [applicationForm, mediaRoom.newsletter, ask].map(({ submit }) => submit);

/** Taps the submit button of the form on screen. */
export async function submitForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(?:${submits.join('|')})$`) }).tap();
}

export const thanks = (page: Page) => page.getByRole('dialog', { name: /^Thank you/ });
export const outbox = (page: Page) => page.getByRole('button', { name: /^Outbox/ });

/** The outbox records stored on the device. */
export const stored = (page: Page): Promise<Submission[]> => page.evaluate(storedHere);

/** Runs in the page. */
export function storedHere(): Promise<Submission[]> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('hcs');
    // Do not create an empty database: only the page creates its object store.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const reading = opening.result.transaction('submissions').objectStore('submissions').getAll();
      reading.onsuccess = () => {
        opening.result.close();
        resolve(reading.result);
      };
    };
  });
}
