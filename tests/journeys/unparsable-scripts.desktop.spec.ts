import { expectPage } from '../support/expect-page.ts';
import { expect, test } from '../support/journey.ts';
import { dataRoutes, firstEntryRoutes, staticRoutes } from '../support/routes.ts';

// A script that cannot be parsed has no stack.
test.use({ expectedErrors: [/^thrown: $/] });

test('an engine that parses none of our scripts reads every page', async ({ page, site }) => {
  test.setTimeout(240_000);
  let scripts = 0;
  await page.route('**/*.js', (route) => {
    scripts += 1;
    return route.fulfill({ contentType: 'text/javascript', body: 'let let = } of the future' });
  });
  const { article, vacancy } = await firstEntryRoutes(site.url);
  const routes = [...staticRoutes, ...dataRoutes, article, vacancy];
  for (const route of routes) {
    await page.goto(route.path);
    await expectPage(page, route);
    const words = ((await page.getByRole('main').textContent()) ?? '').split(/\s+/);
    expect(words.length, route.path).toBeGreaterThan(60);
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('Loading Map...')).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).scrollIntoViewIfNeeded();
  }
  expect(scripts, 'each page asked for its script').toBeGreaterThanOrEqual(routes.length);
});
