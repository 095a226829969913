import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

/** One line for each finding, so that a failure can be read; every rule of axe unless `runOnly` names some. */
export async function findings(page: Page, runOnly?: RunOnly): Promise<string[]> {
  // Notes lie over the page until its end.
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe;
    return (await run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, runOnly);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** Every rule in light colours, those that look at colours in dark ones as well: the page is the same in both. */
export async function expectNoFindings(page: Page, isDarkToo = true): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findings(page, { type: 'tag', values: tags });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = isDarkToo ? await findings(page, { type: 'rule', values: rulesOfColours }) : [];
  expect.soft({ light, dark }, page.url()).toEqual({ light: [], dark: [] });
}
