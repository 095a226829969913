import { describe, expect } from 'vitest';

import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { askPath, connectCalls, pages, vacancyPath } from '#src/paths.ts';
import { quote } from '#src/words/site.ts';
import { titles } from '#src/words/titles.ts';

import { applicant } from '../../kit/page.ts';
import { openVacancy } from '../../kit/vacancy.ts';
import { firefox, webkit } from './driver.ts';
import { journeysIn } from './scene.ts';
import { fillForm, openForm } from './tab.ts';

describe.each([firefox, webkit])('$name', (engine) => {
  const journey = journeysIn(engine);

  journey('a vacancy newer than the saved list is not reported as missing', async (tab, line, app) => {
    const title = () => tab.run(() => document.querySelector('h1')?.textContent);
    await tab.goto(line.url + pages.career.path);
    await tab.untilReady();
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    line.always('GET', connectCalls.jobList, { until });
    await openVacancy(app.dataDir, 'Fitter');
    await tab.goto(line.url + vacancyPath('fitter'));
    await tab.untilLive();
    await tab.see('main [aria-busy]', '');
    expect(await title()).toBe(titles.vacancy);
    answer();
    await tab.see('h1', 'Fitter');

    await line.down();
    await tab.goto(line.url + vacancyPath('nobody'));
    await tab.untilLive();
    await tab.soon(tab.text).toContain('not saved on this device');
    await line.up();
    line.always('GET', connectCalls.jobList, undefined);
    await tab.goto(line.url + vacancyPath('nobody'));
    await tab.see('h1', titles.notFound);
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
    // Firefox tells the old page that its request has ended, so the record waits two seconds, not until the lease ends.
    await tab
      .soon(async () => `${await tab.valueIn('Description')} ${await words()}`)
      .toMatch(new RegExp(`${applicant.Description}|Outbox: 1 waiting|${sent}`));
    await tab.soon(words).toMatch(new RegExp(sent));
    expect(line.posts.length).toBeGreaterThan(1);
    expect(new Set(line.posts.map(({ key }) => key)).size).toBe(1);
  });

  journey(
    'a quote requested offline from a product page is sent once when the connection returns',
    async (tab, line) => {
      await tab.goto(line.url + pages.osense.path);
      await tab.untilReady();
      await line.down();
      await tab.click('main a', quote);
      await tab.see('h1', titles.ask);
      await tab.soon(() => tab.valueIn('About')).toBe("O'Sense");
      expect(await tab.run(() => location.pathname + location.search)).toBe(askPath('osense'));
      await tab.fill('Name', 'Bwalya');
      await tab.fill('Email', 'bwalya@example.com');
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
});
