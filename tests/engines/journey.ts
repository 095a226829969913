import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Site, startSite } from '../support/site.ts';
import { type Browser, type Engine, type Need, patience } from './browser.ts';
import { type Visitor, visitorOf } from './visitor.ts';

export type Scene = { engine: Engine; browser: Browser; site: Site; visitor: Visitor };

export type Journey = {
  title: string;
  /** Skipped, with the reason in its title, where the engine lacks this. */
  needs?: Need;
  /** Errors that the journey provokes on purpose. */
  provokes?: RegExp;
  run: (scene: Scene) => Promise<void>;
};

/** Each journey is made by somebody who was never here, in one browser on one site. */
export function makeJourneys(engine: Engine, journeys: Journey[]): void {
  const absent = engine.isInstalled() ? undefined : `${engine.packages.join(', ')} could not be installed`;
  describe(engine.name, () => {
    let browser: Browser | undefined;
    let site: Site | undefined;
    beforeAll(async () => {
      site = await startSite();
      browser = await engine.start();
    }, 2 * patience);
    afterAll(async () => {
      await browser?.[Symbol.asyncDispose]();
      await site?.[Symbol.asyncDispose]();
    }, patience);

    for (const { title, needs, provokes, run } of journeys) {
      const reason = absent ?? (needs && engine.lacks[needs]);
      test.skipIf(reason !== undefined)(
        reason === undefined ? title : `${title} (skipped: ${reason})`,
        async () => {
          if (browser === undefined || site === undefined) throw new Error('Nothing was started');
          const visitor = visitorOf(await browser.newcomer());
          await run({ engine, browser, site, visitor });
          expect(visitor.problems().filter((problem) => !provokes?.test(problem))).toEqual([]);
        },
        4 * patience,
      );
    }
  });
}

/** The server is really stopped meanwhile, and there again afterwards. */
export async function withServerStopped(site: Site, meanwhile: () => Promise<void>): Promise<void> {
  await site.stop();
  try {
    await meanwhile();
  } finally {
    await site.start();
  }
}
