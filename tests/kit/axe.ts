import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

/** Returns one readable line for each finding; runs every axe rule unless `runOnly` names some. */
export async function findings(page: Page, runOnly?: RunOnly): Promise<string[]> {
  // Notes cover the page until it is scrolled to its end.
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

/** Set by run.mjs without `full`: axe runs only where a journey asks for it in both tiers, and in light colours. */
export const isQuick = process.env.TEST_TIER === 'quick';

type Extent = { isDarkToo?: boolean; inBothTiers?: boolean };

/** Runs every rule in light colours and only the colour rules in dark ones, because the page is otherwise the same. */
export async function expectNoFindings(page: Page, extent: Extent = {}): Promise<void> {
  const { isDarkToo = !isQuick, inBothTiers = false } = extent;
  if (isQuick && !inBothTiers) return;
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findings(page, { type: 'tag', values: tags });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = isDarkToo ? await findings(page, { type: 'rule', values: rulesOfColours }) : [];
  expect.soft({ light, dark }, page.url()).toEqual({ light: [], dark: [] });
}
