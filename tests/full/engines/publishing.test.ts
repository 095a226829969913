import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { invite } from '#server/domain/people.ts';
import { subscribe } from '#server/domain/subscribers.ts';
import { officePaths } from '#server/office-paths.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { type App, startApp } from '../../kit/app.ts';
import { startLine } from '../../kit/line.ts';
import { startMailServer } from '../../service/mail.ts';
import { firefox } from './driver.ts';
import { tabOf } from './tab.ts';

const folder = mkdtempSync(join(tmpdir(), 'hcs-photos-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function photo(name: string, background: string): Promise<string> {
  const path = join(folder, name);
  const plain = sharp({ create: { width: 2400, height: 1600, channels: 3, background } });
  await plain.jpeg().toFile(path);
  return path;
}

/** Subscribers who have confirmed, and the link that signs an editor in. */
async function prepare({ dataDir }: App, readers: string[]): Promise<string> {
  const store = await openStore(readConfig({ DATA_DIR: dataDir }));
  const request = { key: null, fingerprint: '' };
  for (const email of readers)
    await store.write((trx) =>
      subscribe(trx, { name: 'Reader', email }, request, { isFlagged: false, asks: false }),
    );
  const { token } = await store.write((trx) => invite(trx, 'editor@hcs.example', 'editor'));
  await store.close();
  return officePaths.enter(token);
}

test('Firefox: an article with three pictures is written, in part without a line, and sent as a newsletter', {
  timeout: 600_000,
}, async () => {
  await using mail = await startMailServer();
  await using app = await startApp({ SMTP_URL: mail.url, NEWSLETTER_PER_HOUR: '1000000' });
  await using line = await startLine(app.url);
  await using driver = await firefox.start('allowed');
  const tab = tabOf(driver);
  const readers = ['one@example.com', 'two@example.com', 'three@example.com'];
  await tab.goto(line.url + (await prepare(app, readers)));
  await tab.click('main button', 'Sign in');
  await tab.see('h1', 'Today');

  await tab.goto(line.url + officePaths.article('new'));
  await tab.fill('Title', 'Our stand');
  await tab.choose('label', 'Picture above', await photo('top.jpg', '#70a12f'));
  await tab.fill('Text', 'We showed boards.');
  await line.down();
  for (const [number, shown] of ['The stand', 'The valve'].entries()) {
    const path = await photo(`${number}.jpg`, `#0000${number}0`);
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
  expect(mail.mails.map(({ to }) => to[0])).toEqual(['editor@hcs.example']);
  await tab.click('button', 'Send to 3 people');
  await tab.see('[role=status]', 'The newsletter is being sent.');
  const received = async () => mail.mails.flatMap(({ to }) => to).sort();
  await tab.soon(received).toEqual(['editor@hcs.example', ...readers].sort());
});
