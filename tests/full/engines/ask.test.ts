import { afterAll, beforeAll, expect, test } from 'vitest';

import { quote } from '#src/content/company.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { askPath, pages } from '#src/paths.ts';

import { type App, startApp } from '../../kit/app.ts';
import { startLine } from '../../kit/line.ts';
import { firefox, webkit } from './driver.ts';
import { tabOf } from './tab.ts';

const long = 600_000;
let app: App;
beforeAll(async () => {
  app = await startApp();
}, long);
afterAll(() => app[Symbol.asyncDispose]());

test.each([firefox, webkit])(
  '$name: asked for a quote offline on a product page, which is sent once when the line is back',
  { timeout: long },
  async (engine) => {
    await using driver = await engine.start('allowed');
    await using line = await startLine(app.url);
    const tab = tabOf(driver);
    await tab.goto(line.url + pages.osense.path);
    await tab.untilReady();
    await line.down();
    await tab.click('main a', quote);
    await tab.see('h1', pages.ask.title);
    await tab.soon(() => tab.valueIn('About')).toBe("O'Sense");
    expect(await tab.run(() => location.pathname + location.search)).toBe(askPath('osense'));
    await tab.fill('Name', 'Bwalya');
    await tab.fill('Email', `${engine.name.toLowerCase()}@example.com`);
    await tab.fill('Message', 'How much is it for twelve trucks?');
    await tab.click('form button', 'Send');
    await tab.see('dialog p', 'It is saved on this device');
    await tab.click('dialog button', 'Close');
    await tab.see('button', 'Outbox: 1 waiting');
    await line.up();
    await tab.soon(() => tab.run(() => document.body.textContent)).toContain(outcomeWords.sent);
    expect(line.posts).toMatchObject([{ path: '/connect/v1/enquiry' }]);
  },
);
