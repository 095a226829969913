import { afterAll, beforeAll, test } from 'vitest';

import { type App, startApp } from '../../kit/app.ts';
import { type Line, startLine } from '../../kit/line.ts';
import type { Engine } from './driver.ts';
import { type Tab, tabOf } from './tab.ts';

/** Call it in a `describe`: returns a `test` with a browser of its own and a line to one site. */
export function journeysIn(engine: Engine) {
  let app: App;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());
  return (
    title: string,
    run: (tab: Tab, line: Line, app: App) => Promise<void>,
    storage: 'allowed' | 'denied' = 'allowed',
  ) =>
    test(title, async () => {
      await using line = await startLine(app.url);
      await using driver = await engine.start(storage);
      await run(tabOf(driver), line, app);
    });
}
