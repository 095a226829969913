import { afterAll, beforeAll, expect, test } from 'vitest';

import * as ui from '#src/content/interface.ts';
import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { type App, startApp } from '../../kit/app.ts';
import { startLine } from '../../kit/line.ts';
import { openVacancy } from '../../kit/vacancy.ts';
import { firefox, webkit } from './driver.ts';
import { tabOf } from './tab.ts';

const long = 600_000;
let app: App;
beforeAll(async () => {
  app = await startApp();
}, long);
afterAll(() => app[Symbol.asyncDispose]());

test.each([firefox, webkit])(
  '$name: a vacancy newer than the saved list is not called missing before an answer says so',
  { timeout: long },
  async (engine) => {
    await using driver = await engine.start('allowed');
    await using line = await startLine(app.url);
    const tab = tabOf(driver);
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
  },
);
