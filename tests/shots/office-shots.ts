import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';
import sharp from 'sharp';

import { officePaths } from '#server/office/office-paths.ts';

import { startCompany } from '../kit/company.ts';
import { tellStory } from './office-story.ts';

const handbook = join(import.meta.dirname, '../../server/office/pictures');
/** The pictures for "Your first day in the office". */
const inHandbook = ['today', 'applications', 'application', 'answer', 'close', 'article'];

/** Takes each office page on a phone and a laptop, light and dark, and the newsletter's email. */
export async function makeOfficeShots(browser: Browser, folder: string): Promise<void> {
  await mkdir(handbook, { recursive: true });
  await mkdir(folder, { recursive: true });
  await using company = await startCompany();
  const newsletter = await tellStory(company);
  const session = await browser.newContext({ baseURL: company.url, locale: 'en-GB' });
  const page = await session.newPage();
  const shoot = async (name: string, widths = [360, 1280]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        const path = join(folder, `office-${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path, fullPage: true });
      }
    }
    if (!inHandbook.includes(name)) return;
    await page.setViewportSize({ width: 360, height: 740 });
    const first = sharp(await page.screenshot());
    await first.webp({ quality: 60, effort: 6 }).toFile(join(handbook, `${name}.webp`));
  };
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  const follow = (name: string | RegExp) =>
    page.getByRole('main').getByRole('link', { name }).first().click();

  await page.goto(await company.invited());
  await shoot('welcome');
  await press('Sign in');
  await shoot('today');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('Menu', { exact: true }).click();
  await shoot('menu', [360]);
  await page.goto(officePaths.applications);
  await shoot('applications');
  await page.getByText('Search and filter').click();
  await shoot('applications-search');
  await follow('Ada Banda');
  await shoot('application');
  await press('Shortlist');
  await page.waitForURL(/from=/);
  await shoot('application-after');
  await follow('Back to Ada Banda');
  await follow('Write a reply');
  await shoot('answer');
  await press('See the email');
  await shoot('answer-check');
  await press('Send it');
  await page.waitForURL(/done=/);
  await shoot('application-answered');
  await page.goto(officePaths.enquiries);
  await shoot('enquiries');
  await follow('Bwalya Zulu');
  await shoot('enquiry');
  await page.goto(officePaths.vacancies);
  await shoot('vacancies');
  await follow('Line Technician');
  await shoot('vacancy');
  await follow('Close…');
  await shoot('close');
  await press('Check');
  await shoot('close-check');
  const pages: Record<string, string> = {
    'vacancy-edit': `${officePaths.vacancy('driver')}/edit`,
    'vacancy-draft': officePaths.vacancy('driver'),
    'vacancy-open': `${officePaths.vacancy('driver')}/open`,
    'vacancy-closed': officePaths.vacancy('welder'),
    articles: officePaths.articles,
    article: officePaths.article('oven'),
    'article-new': officePaths.article('new'),
    publish: officePaths.publish('show'),
    newsletter: officePaths.newsletters,
    'newsletter-draft': officePaths.newsletter(newsletter),
    'newsletter-send': officePaths.newsletterSend(newsletter),
    subscribers: officePaths.subscribers,
    people: officePaths.people,
    log: officePaths.log,
    access: officePaths.access,
    missing: officePaths.application('none'),
  };
  for (const [name, path] of Object.entries(pages)) {
    await page.goto(path);
    await shoot(name);
  }
  await page.goto(officePaths.people);
  await page.getByLabel('Email').fill('editor@hcs.example');
  await press('Invite');
  await page.waitForURL(/invitations/);
  await shoot('invited');
  await page.goto(officePaths.people);
  await follow('editor@hcs.example');
  await shoot('person');
  await page.goto(officePaths.addresses);
  await page.getByLabel('Addresses').fill('new@example.com\nnew@example.com\nnobody\ngone@example.com');
  await press('Check');
  await page.waitForURL(/check/);
  await shoot('addresses');
  await page.goto(officePaths.newsletterEmail(newsletter));
  await shoot('email', [360, 640]);
  await session.clearCookies();
  await page.goto(officePaths.home);
  await shoot('sign-in');
  await session.close();
}
