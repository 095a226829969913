import type { Page } from '@playwright/test';

import { applyPath, pages } from '#src/paths.ts';

import { expectPage } from '../support/expect-page.ts';
import { fillForm, pressSubmit, type Request, storedAs } from '../support/forms.ts';
import { expect, test } from '../support/journey.ts';
import { dataRoutes, firstEntryRoutes, staticRoutes } from '../support/routes.ts';
import { storedAddresses } from '../support/stored.ts';

// A script that cannot be parsed has no stack.
test.use({ expectedErrors: [/^thrown: $/] });

const engines: Record<string, (page: Page) => Promise<unknown>> = {
  'parses none of our scripts': (page) =>
    page.route('**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'let let = } of the future' }),
    ),
  'is older than the app asks for': (page) =>
    page.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'toSorted');
    }),
};

for (const [what, prepare] of Object.entries(engines))
  test(`an engine that ${what} reads every page and posts both forms`, async ({ page, site }) => {
    test.setTimeout(240_000);
    await prepare(page);
    const { article, vacancy } = await firstEntryRoutes(site.url);
    for (const route of [...staticRoutes, ...dataRoutes, article, vacancy]) {
      await page.goto(route.path);
      await expectPage(page, route);
      const words = ((await page.getByRole('main').textContent()) ?? '').split(/\s+/);
      expect(words.length, route.path).toBeGreaterThan(60);
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByText('Loading Map...')).toHaveCount(0);
    }
    const email = `${what.replaceAll(' ', '-')}@example.com`;
    const post = async (path: string, request: Request) => {
      await page.goto(path);
      await fillForm(page, request, email);
      await pressSubmit(page, request);
      await expect(page).toHaveURL(pages.thanks.path);
      expect(storedAddresses(site.dataDir, storedAs[request])).toContain(email);
    };
    await post(applyPath(vacancy.path.split('/').at(-1) ?? ''), 'apply');
    await post(pages.mediaRoom.path, 'subscribe');
  });
