import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** In one frame: no page holds a foreign one, and a profile of its own gives axe no second page to work in. */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}

/** One line for each finding, so that a failure can be read. */
export async function findings(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}
