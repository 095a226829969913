import { afterAll, beforeAll, test } from 'vitest';

import { type App, startApp } from '../../kit/app.ts';
import { type Line, startLine } from '../../kit/line.ts';
import type { Driver, Engine } from './driver.ts';
import { type Tab, tabOf } from './tab.ts';

const long = 600_000;

/** Call it in a `describe`: returns a `test` with a tab in one browser and a line to one site. */
export function journeysIn(engine: Engine) {
  let app: App;
  let driver: Driver;
  beforeAll(async () => {
    app = await startApp();
    driver = await engine.start('allowed');
  }, long);
  afterAll(async () => {
    await driver[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  }, long);
  return (title: string, run: (tab: Tab, line: Line, app: App) => Promise<void>) =>
    test(title, { timeout: long }, async () => {
      // The new port makes a new origin with empty storage.
      await using line = await startLine(app.url);
      const tab = tabOf(driver);
      await run(tab, line, app);
      // In WebKit, a page whose line has closed disturbs the next navigation.
      await tab.goto('about:blank');
    });
}
