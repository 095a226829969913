import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';

import { savedWords } from '#src/content/status.ts';
import { connectMount } from '#src/paths.ts';

import { chromiumFlags, requireChromium } from '../kit/chromium.ts';

/** A phone or computer with a profile that outlives its browser; `await using` removes it. */
export type Device = AsyncDisposable & {
  context: () => BrowserContext;
  /** Where the profile is; whole once the browser is closed. */
  profile: string;
  /** The tab in front. */
  page: () => Page;
  /** Ends the browser and starts it again with the same profile. `kill`: as a crash does, without a word to the pages. */
  restart: (how?: 'close' | 'kill') => Promise<Page>;
};

/**
 * Starts a browser with a fresh profile, or with a copy of the profile `visited`; `beforeEachPage` runs in every page
 * before its own scripts.
 */
export async function startDevice(beforeEachPage?: () => void, visited?: string): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'hcs-profile-'));
  if (visited !== undefined) await cp(visited, profile, { recursive: true });
  let context = await launch(profile, beforeEachPage);
  const page = () => context.pages().at(-1) as Page;
  return {
    context: () => context,
    profile,
    page,
    async restart(how = 'close') {
      if (how === 'kill') await kill(context);
      else await context.close();
      context = await launch(profile, beforeEachPage);
      return page();
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function launch(profile: string, beforeEachPage?: () => void): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    args: chromiumFlags,
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
  });
  if (beforeEachPage !== undefined) await context.addInitScript(beforeEachPage);
  return context;
}

/** Playwright has no kill for a persistent context; the browser's own crash command comes closest to a dead battery. */
async function kill(context: BrowserContext): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    context.once('close', () => resolve());
  });
  const session = await context.newCDPSession(context.pages()[0] as Page);
  session.send('Browser.crash').catch(() => undefined);
  await closed;
}

/** Files that the worker keeps of the site, and pictures. */
export function keptFiles(page: Page, cache: 'precache' | 'images' = 'precache'): Promise<string[]> {
  return page.evaluate(async (part) => {
    const names = (await caches.keys()).filter((name) => name.includes(part));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  }, cache);
}

/** Resolves when the worker has kept the whole site, and these connect reads of the page at hand. */
export async function untilKept(page: Page, ...reads: string[]): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (registration.active?.state === 'activated') return;
    await new Promise((resolve) => registration.active?.addEventListener('statechange', resolve));
  });
  for (const read of reads)
    await expect
      .poll(() =>
        page.evaluate((call) => caches.match(call).then((copy) => copy?.status), connectMount + read),
      )
      .toBe(200);
}

/** Resolves when the page has said that the whole site can be read without a connection. */
export async function untilReady(page: Page): Promise<void> {
  await page.getByRole('status').filter({ hasText: savedWords.site }).waitFor({ timeout: 120_000 });
}
