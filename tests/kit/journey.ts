import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test';

import type { AppOptions } from '#server/app.ts';

import { type App, type Settings, startApp } from './app.ts';
import { type Company, startCompany } from './company.ts';
import { type Device, startDevice } from './device.ts';
import { type Line, type Post, startLine } from './line.ts';
import { translate } from './translator.ts';

export { expect } from '@playwright/test';

/** A server behind its line. `url` is the line's URL. */
type JourneyApp = {
  url: string;
  dataDir: string;
  line: Line;
  /** POSTs seen on the line since the test began. */
  posts: () => Post[];
  /** The server's warnings and errors since the last call. */
  takeLog: () => string[];
};

export type Options = {
  /** Errors in the console and in the server's log that a test provokes on purpose. */
  expectedErrors: RegExp[];
  /** Origins besides the line's that a test may call. */
  allowedOrigins: string[];
  /** Settings for the test's own server. */
  server: Settings | undefined;
  appOptions: AppOptions;
  /** Whether a translator replaces all texts. */
  isTranslated: boolean;
  /** Whether the device uses full Chromium: the shell has no notifications, push or Background Sync. */
  isWhole: boolean;
};

type Fixtures = Options & { app: JourneyApp; device: Device; watch: (context: BrowserContext) => void };

/** Matches console reports of failed requests and error responses, including those for code; for `expectedErrors`. */
export const failedRequest =
  /^console\.error: (?:Failed to load resource|TypeError: Failed to fetch dynamically imported module)/;

/**
 * Playwright's `test` with one app and one line per worker. Console errors, thrown errors, CSP reports (Chromium writes
 * them to the console), requests to other origins, live regions that come with their text, and what the server logs as a problem fail the test, in every context. Service workers are blocked by
 * default: fetching all files in each fresh profile takes longer than most tests.
 */
export const test = base.extend<Fixtures, { shared: JourneyApp; company: Company }>({
  serviceWorkers: 'block',
  // Animations would change measured colours and positions.
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  server: [undefined, { option: true }],
  appOptions: [{}, { option: true }],
  isTranslated: [false, { option: true }],
  isWhole: [false, { option: true }],
  shared: [
    async ({ browserName: _ }, use) => {
      await using app = await startApp();
      await using line = await startLine(app.url);
      await use(journeyApp(app, line));
    },
    { scope: 'worker' },
  ],
  // Defined here, because tests share a worker and its browser only if they have the same worker fixtures.
  company: [
    async ({ browserName: _ }, use) => {
      await using company = await startCompany();
      await use(company);
    },
    { scope: 'worker' },
  ],
  app: async ({ shared, server, appOptions }, use) => {
    if (server === undefined) {
      await use(shared);
      shared.line.clear();
      await shared.line.up();
      return;
    }
    await using own = await startApp(server, appOptions);
    await using line = await startLine(own.url);
    await use(journeyApp(own, line));
  },
  baseURL: ({ app }, use) => use(app.url),
  watch: [
    async ({ app, browser, expectedErrors, allowedOrigins, isTranslated }, use) => {
      const problems: string[] = [];
      const watch = (context: BrowserContext) => {
        watchContext(context, [app.url, ...allowedOrigins], problems);
        // Playwright keeps the order of its messages, so no page loads before.
        if (isTranslated) void context.addInitScript(translate);
      };
      browser.on('context', watch);
      await use(watch);
      browser.off('context', watch);
      problems.push(...app.takeLog().map((line) => `server: ${line}`));
      const unexpected = problems.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
  device: async ({ watch, baseURL, locale, viewport, hasTouch, isWhole }, use) => {
    await using device = await startDevice({ baseURL, locale, viewport, hasTouch, isWhole }, watch);
    await use(device);
  },
});

function journeyApp({ dataDir, takeLog }: App, line: Line): JourneyApp {
  return { url: line.url, dataDir, takeLog, line, posts: () => line.posts };
}

/** Runs in the page. A live region that comes with its text is not announced; `role=alert` is. */
function watchLiveRegions(): void {
  const live = '[role=status], [aria-live]';
  const look = (changes: MutationRecord[]) => {
    for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(added instanceof Element)) continue;
      for (const region of [added, ...added.querySelectorAll(live)])
        if (region.matches(live) && region.textContent?.trim())
          console.error(`A live region came with its text: ${region.textContent}`);
    }
  };
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(look).observe(document, { childList: true, subtree: true }),
  );
}

function watchContext(context: BrowserContext, origins: string[], problems: string[]): void {
  const report = (message: ConsoleMessage) => {
    if (message.type() === 'error')
      problems.push(`console.error: ${message.text()} (${message.location().url})`);
  };
  void context.addInitScript(watchLiveRegions);
  context.on('console', report);
  context.on('weberror', (error) => problems.push(`thrown: ${error.error().stack}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && !origins.includes(origin))
      problems.push(`foreign request: ${request.url()}`);
  });
}
