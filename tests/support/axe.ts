import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';

/** One line for each finding, so that a failure can be read; every rule of axe unless `runOnly` names some. */
export async function findings(page: Page, runOnly?: RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { run } = Reflect.get(window, 'axe') as typeof axe;
    return (await run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, runOnly);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
