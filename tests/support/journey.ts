import { type BrowserContext, test as base, expect } from '@playwright/test';

import { type Site, startSite } from './site.ts';

export { expect } from '@playwright/test';

type Options = {
  /** Console errors that a test provokes on purpose. */
  expectedErrors: RegExp[];
  /** Origins beside the site's own that a test may call. */
  allowedOrigins: string[];
};

/**
 * Playwright's `test` with a site of its own for each worker. Whatever a page writes as an error, throws, or asks
 * of a foreign origin fails the test; a refused CSP directive is written as an error by the browser. No worker, unless
 * a test allows it: keeping sixty files in each new profile takes longer than most of the tests.
 */
export const test = base.extend<Options & { watch: undefined }, { site: Site }>({
  serviceWorkers: 'block',
  expectedErrors: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  site: [
    async ({ browserName: _browser }, use) => {
      await using site = await startSite();
      await use(site);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  watch: [
    async ({ context, baseURL, expectedErrors, allowedOrigins }, use) => {
      const problems = watchContext(context, [new URL(baseURL ?? '').origin, ...allowedOrigins]);
      await use(undefined);
      const unexpected = problems.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      expect(unexpected).toEqual([]);
    },
    { auto: true },
  ],
});

/** Collects errors and foreign requests of every page of a context. */
function watchContext(context: BrowserContext, origins: string[]): string[] {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error')
      problems.push(`console.error: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => problems.push(`thrown: ${error.error().stack}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(protocol) && !origins.includes(origin))
      problems.push(`foreign request: ${request.url()}`);
  });
  return problems;
}
