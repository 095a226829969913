import { afterAll, beforeAll, expect, test } from 'vitest';

import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls } from '#src/paths.ts';

import { type App, startApp } from '../../kit/app.ts';
import { startLine } from '../../kit/line.ts';
import { applicant } from '../../kit/page.ts';
import { firefox, webkit } from './driver.ts';
import { fillForm, openForm, tabOf } from './tab.ts';

const long = 600_000;
let app: App;
beforeAll(async () => {
  app = await startApp();
}, long);
afterAll(() => app[Symbol.asyncDispose]());

test.each([firefox, webkit])(
  '$name: a page reloaded in the middle of a POST never hides the application, which is sent again under its key',
  { timeout: long },
  async (engine) => {
    await using driver = await engine.start('allowed');
    await using line = await startLine(app.url);
    const tab = tabOf(driver);
    const words = () => tab.run(() => document.body.textContent);
    line.next('POST', connectCalls.jobApply, 'hang');
    await openForm(tab, line);
    await fillForm(tab);
    await tab.click('dialog button', 'Submit application');
    await tab.soon(async () => line.posts.length).toBe(1);
    await tab.reload();
    const sent = `It has arrived|${outcomeWords.sent}`;
    // Firefox lets the old page hear that its request ended: it waits for two seconds, and not for the end of the lease.
    await tab
      .soon(async () => `${await tab.valueIn('Description')} ${await words()}`)
      .toMatch(new RegExp(`${applicant.Description}|Outbox: 1 waiting|${sent}`));
    await tab.soon(words).toMatch(new RegExp(sent));
    expect(line.posts.length).toBeGreaterThan(1);
    expect(new Set(line.posts.map(({ key }) => key)).size).toBe(1);
  },
);
