import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { type App, startApp } from '../../kit/app.ts';
import { type Line, startLine } from '../../kit/line.ts';
import { applicant } from '../../kit/page.ts';
import { openVacancy } from '../../kit/vacancy.ts';
import { firefox, webkit } from './driver.ts';
import { fillForm, openForm, type Tab, tabOf } from './tab.ts';

const long = 600_000;
let app: App;
beforeAll(async () => {
  app = await startApp();
}, long);
afterAll(() => app[Symbol.asyncDispose]());

describe.each([firefox, webkit])('$name', (engine) => {
  /** With a profile of its own. */
  const journey = (title: string, run: (tab: Tab, line: Line) => Promise<void>) =>
    test(title, { timeout: long }, async () => {
      await using driver = await engine.start('allowed');
      await using line = await startLine(app.url);
      await run(tabOf(driver), line);
    });

  journey('a vacancy newer than the saved list is not called missing', async (tab, line) => {
    const title = () => tab.run(() => document.querySelector('h1')?.textContent);
    await tab.goto(line.url + pages.career.path);
    await tab.untilReady();
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    line.always('GET', connectCalls.jobList, { until });
    const name = `Fitter for ${engine.name}`;
    await openVacancy(app.dataDir, name);
    await tab.goto(line.url + vacancyPath(name.toLowerCase().replaceAll(' ', '-')));
    await tab.untilLive();
    await tab.see('main [aria-busy]', '');
    expect(await title()).toBe(pages.vacancy.title);
    answer();
    await tab.see('h1', name);

    await line.down();
    await tab.goto(line.url + vacancyPath('nobody'));
    await tab.untilLive();
    await tab.soon(tab.text).toContain('not saved on this device');
    await line.up();
    line.always('GET', connectCalls.jobList, undefined);
    await tab.goto(line.url + vacancyPath('nobody'));
    await tab.see('h1', pages.notFound.title);
    await tab.gone('button', ui.retry);
  });

  journey('a page reloaded during a POST sends its application again', async (tab, line) => {
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
  });
});
