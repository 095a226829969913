import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';

import { chromiumFlags, requireChromium, requireShell } from './chromium.ts';

/** A browser whose profile is on disk and survives a restart. */
export type Device = AsyncDisposable & {
  context: () => BrowserContext;
  /** The newest tab. */
  page: () => Page;
  /** Kills the browser as a crash would, without events in its pages, and starts it with the same profile. */
  restart: () => Promise<Page>;
};

export async function startDevice(
  { isWhole, ...options }: BrowserContextOptions & { isWhole: boolean },
  watch: (context: BrowserContext) => void,
): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'hcs-profile-'));
  const launch = async () => {
    const launched = await chromium.launchPersistentContext(profile, {
      ...options,
      serviceWorkers: 'allow',
      executablePath: isWhole ? requireChromium() : requireShell(),
      args: chromiumFlags,
    });
    watch(launched);
    return launched;
  };
  let context = await launch();
  const page = () => context.pages().at(-1) as Page;
  return {
    context: () => context,
    page,
    async restart() {
      await kill(context);
      context = await launch();
      return page();
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Playwright cannot kill a persistent context; the browser's own crash command comes closest to a dead battery. */
async function kill(context: BrowserContext): Promise<void> {
  const closed = context.waitForEvent('close', { timeout: 0 });
  const session = await context.newCDPSession(context.pages()[0] as Page);
  session.send('Browser.crash').catch(() => undefined);
  await closed;
}
