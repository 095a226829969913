import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { startCompany } from '../../kit/company.ts';
import { startLine } from '../../kit/line.ts';
import { closeFitter, openFitter, signIn, sortAndAnswer } from '../../kit/office-steps.ts';
import { temporaryFolder } from '../../service/store.ts';
import { firefox } from './driver.ts';
import { long } from './scene.ts';
import { tabOf } from './tab.ts';

async function photo(background: string): Promise<string> {
  const path = join(temporaryFolder(), 'photo.jpg');
  const plain = sharp({ create: { width: 2400, height: 1600, channels: 3, background } });
  await plain.jpeg().toFile(path);
  return path;
}

test('Firefox: a vacancy is opened, its sixteen applications are sorted and answered, and it is closed', {
  timeout: long,
}, async () => {
  await using company = await startCompany();
  await using driver = await firefox.start('allowed');
  const { goto, reload, text, ...tab } = tabOf(driver);
  const hand = {
    ...tab,
    goto: (path: string) => goto(company.url + path),
    untilSaid: (words: RegExp) =>
      tab
        .soon(async () => {
          await reload();
          return text();
        })
        .toMatch(words),
  };
  const look = (title: string) => hand.see('h1', title);
  await signIn(hand, company);
  const secrets = await openFitter(hand, company, look);
  await sortAndAnswer(hand, secrets, look);
  expect(company.mail.mails.filter(({ to }) => to.includes('t4@example.com'))).toHaveLength(2);
  await closeFitter(hand, look);
});

test('Firefox: an article with three pictures is written, in part without a line, and sent as a newsletter', {
  timeout: long,
}, async () => {
  await using company = await startCompany();
  await using line = await startLine(company.url);
  await using driver = await firefox.start('allowed');
  const tab = tabOf(driver);
  const readers = ['one@example.com', 'two@example.com', 'three@example.com'];
  await company.addReaders(readers);
  await tab.goto(line.url + (await company.invited()));
  await tab.click('main button', 'Sign in');
  await tab.see('h1', 'Today');

  await tab.goto(line.url + officePaths.article('new'));
  await tab.fill('Title', 'Our stand');
  await tab.choose('label', 'Picture above', await photo('#70a12f'));
  await tab.fill('Text', 'We showed boards.');
  await line.down();
  for (const [number, shown] of ['The stand', 'The valve'].entries()) {
    const path = await photo(`#0000${number}0`);
    await tab.choose('.office-picture:last-of-type label', 'Picture in the text', path);
    await tab.fill('What it shows', shown, '.office-picture:nth-last-of-type(2) label');
  }
  await tab.click('button', 'Publish…');
  await tab.see('[role=alert]', 'No connection, or one too slow for these pictures. What you typed is still');
  await line.up();
  await tab.click('button', 'Publish…');
  await tab.see('legend', 'When');
  await tab.click('button', 'Publish');
  await tab.see('[role=status]', 'Published.');
  const article = line.url + mediaDetailPath('our-stand');
  await tab.goto(article);
  await tab.untilReady();
  expect(await tab.run(() => document.querySelectorAll('main img').length)).toBe(3);
  await line.down();
  await tab.goto(article);
  await tab.see('h1', 'Our stand');
  await line.up();

  await tab.goto(line.url + officePaths.letter('new'));
  await tab.click('button', 'Send…');
  await tab.click('button', 'Send me a test');
  const lookAgain = async () => {
    await tab.goto(await tab.run(() => location.href));
    return tab.text();
  };
  await tab.soon(lookAgain).toContain('Send to 3 people');
  expect(company.mail.mails.map(({ to }) => to[0])).toEqual(['boss@hcs.example']);
  await tab.click('button', 'Send to 3 people');
  await tab.see('[role=status]', 'The newsletter is being sent.');
  const received = async () => company.mail.mails.flatMap(({ to }) => to).sort();
  await tab.soon(received).toEqual(['boss@hcs.example', ...readers].sort());
});
