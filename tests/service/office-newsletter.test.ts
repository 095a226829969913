import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import type { Store } from '#server/db/open-store.ts';
import { officePaths } from '#server/office-paths.ts';

import { type MailServer, startMailServer } from './mail.ts';
import { addReaders, addressOf, openOffice, type Scene } from './office-scene.ts';
import { stores, until } from './store.ts';

const fast = { NEWSLETTER_PER_HOUR: '1000000' };
async function written({ boss }: Pick<Scene, 'boss'>): Promise<string> {
  const fields = { subject: 'News of the month', source: 'A **board** <script>alert(1)</script>' };
  return String((await boss.post(officePaths.letter('new'), fields)).headers.location).replace(/\?.*/, '');
}

/** As if the pause were over. */
const hurry = ({ db }: Store) =>
  db.updateTable('mail').set({ due_at: new Date().toISOString() }).where('due_at', 'is not', null).execute();

const received = ({ mails }: MailServer) => mails.map(({ to }) => to[0]).sort();

describe.each(stores)('on $name', ({ newStore }) => {
  test('two who press "Send to all" send once; each mail ends its own subscription by one click', async () => {
    await using mail = await startMailServer();
    const scene = await openOffice({ ...(await newStore()), ...fast, SMTP_URL: mail.url });
    const { boss, stranger, store } = scene;
    await addReaders(store, 3);
    const letter = await written(scene);
    await boss.post(`${letter}/test`);
    expect((await boss.get(`${letter}/send`)).body).toContain('Send to 3 people');
    mail.mails.length = 0;
    const send = () => boss.post(`${letter}/send`, { version: '1' });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    await until(async () => expect((await boss.get(letter)).body).toContain('<li>sent: 3</li>'));
    expect(received(mail)).toEqual([0, 1, 2].map(addressOf));
    expect((await boss.get(officePaths.newsletter)).body).toContain('News of the month</a>');
    const [first] = mail.mails;
    const text = first?.text.replace(/=\n/g, '').replaceAll('=3D', '=') ?? '';
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const inOneLine = text.replace(/\n\s/g, ' ');
    const link = /List-Unsubscribe: <http:\/\/localhost:4173(\/unsubscribe\/[\w-]+)>/.exec(inOneLine);
    const path = link?.[1] ?? '';
    const page = (await stranger.get(path)).body;
    expect(page).toContain('>Unsubscribe</button>');
    expect(page, 'names the company to a stranger, not its office').not.toMatch(/Office|href="\/office"/);
    expect((await boss.get(officePaths.subscribers)).body).toContain('3 people get the newsletter');
    const click = await stranger.post(path, { 'List-Unsubscribe': 'One-Click' });
    expect([click.statusCode, click.body]).toEqual([200, expect.stringContaining('no more newsletters')]);
    const left = await store.db.selectFrom('subscribers').select('email').execute();
    expect(left.map(({ email }) => email)).not.toContain(first?.to[0]);
    expect(left).toHaveLength(2);
  });

  test('whoever unsubscribes while it waits is not written to, and "Stop" leaves the rest alone', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { boss, store } = scene;
    await addReaders(store, 3);
    const letter = await written(scene);
    await boss.post(`${letter}/send`, { version: '1' });
    await boss.post(`${officePaths.subscribers}/remove`, { email: addressOf(1) });
    const waiting = () => store.db.selectFrom('mail').select('recipient').orderBy('recipient').execute();
    expect((await waiting()).map(({ recipient }) => recipient)).toEqual([addressOf(0), addressOf(2)]);
    await boss.post(`${letter}/stop`);
    const page = (await boss.get(letter)).body;
    for (const words of ['<p>stopped</p>', 'waiting: 2', '>Go on sending</button>'])
      expect(page).toContain(words);
    expect((await boss.post(`${letter}/send`, { version: '1' })).statusCode).toBe(409);
  });

  test('a mail server that refuses is waited for and told; an address refused for good twice gets no more', async () => {
    await using mail = await startMailServer();
    const unknown = `550 5.1.1 <${addressOf(0)}> unknown`;
    mail.answer = (address) => (address === addressOf(0) ? unknown : '451 Later');
    const scene = await openOffice({ ...(await newStore()), ...fast, SMTP_URL: mail.url });
    const { boss, store } = scene;
    await addReaders(store, 2);
    const letter = await written(scene);
    await boss.post(`${letter}/send`, { version: '1' });
    await until(async () => {
      const page = (await boss.get(letter)).body;
      expect(page).toContain(`${addressOf(0)}: 550 5.1.1 &lt;${addressOf(0)}&gt; unknown`);
      expect(page).toContain(`${addressOf(1)}: 451 Later`);
      expect(page).toContain('waiting: 1');
    });
    mail.answer = (address) => (address === addressOf(0) ? unknown : '250 OK');
    await hurry(store);
    await until(async () => expect((await boss.get(letter)).body).toContain('sent: 1'));
    const second = await written(scene);
    await boss.post(`${second}/send`, { version: '1' });
    await until(async () => expect((await boss.get(second)).body).toContain('not accepted: 1'));
    expect((await boss.get(`${await written(scene)}/send`)).body).toContain('To 1 person');
  });
});

test('at a hundred an hour a second message waits for its time', async () => {
  await using mail = await startMailServer();
  const scene = await openOffice({ SMTP_URL: mail.url });
  await addReaders(scene.store, 2);
  const letter = await written(scene);
  await scene.boss.post(`${letter}/send`, { version: '1' });
  await until(async () => expect((await scene.boss.get(letter)).body).toContain('sent: 1'));
  expect((await scene.boss.get(letter)).body).toContain('waiting: 1');
  await scene.store.db
    .updateTable('mail')
    .set({ claimed_at: new Date(Date.now() - 40_000).toISOString() })
    .where('claimed_at', 'is not', null)
    .execute();
  await until(async () => expect((await scene.boss.get(letter)).body).toContain('sent: 2'));
});

test('a newsletter with articles is one email that Gmail and Outlook show whole, in html and in plain text', async () => {
  await using mail = await startMailServer();
  const { app, boss, store } = await openOffice({ SMTP_URL: mail.url });
  await addReaders(store, 2);
  const photo = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#70a12f' } });
  const article = { type: 'press', title: 'A <new> line', lead: '', source: 'The first words.' };
  await boss.upload(officePaths.article('new'), article, [['top', await photo.png().toBuffer()]]);
  const id = 'new-line';
  const path = `${officePaths.article('a-new-line')}/publish`;
  expect((await boss.post(path, { version: '1', when: 'now' })).statusCode).toBe(303);
  expect((await boss.get(officePaths.letter('new'))).body).toMatch(
    new RegExp(`<input[^>]*checked=""[^>]*value="a-${id}"|<input[^>]*value="a-${id}"[^>]*checked=""`),
  );
  const source =
    'Dear readers, [see](/contact). <script>alert(1)</script> <img src="https://x.example/a.webp">';
  const fields = { subject: 'News', source, article: `a-${id}` };
  const saved = await boss.post(officePaths.letter('new'), fields);
  const letter = String(saved.headers.location).replace(/\?.*/, '');
  const shown = await boss.get(`${letter}/email`);
  expect([shown.statusCode, shown.headers['content-security-policy']]).toEqual([
    200,
    expect.not.stringContaining('script'),
  ]);
  expect((await boss.get(`${letter}/send`)).body).not.toContain('Send to 2 people');
  const tested = await boss.post(`${letter}/test`, { version: '1' });
  expect((await boss.get(String(tested.headers.location))).body).toContain('A test is on its way to you.');
  expect(received(mail)).toEqual(['boss@hcs.example']);
  expect((await boss.get(`${letter}/send`)).body).toContain('Send to 2 people');
  await boss.post(`${letter}/send`, { version: '1' });

  const row = store.db.selectFrom('newsletters').select(['html', 'plain']).where('subject', '=', 'News');
  const { html, plain } = await row.executeTakeFirstOrThrow();
  const email = html ?? '';
  expect(Buffer.byteLength(email)).toBeLessThan(90_000);
  expect(email).toMatch(/<html lang="en">.*name="color-scheme".*display:none.*Dear readers/s);
  for (const part of [
    'width="600"',
    'A &lt;new&gt; line</a>',
    'The first words.',
    '>Read more<',
    '>Unsubscribe<',
  ])
    expect(email).toContain(part);
  expect(email).not.toMatch(/<script|<svg|webp|<link|<form|position:|display:(?:flex|grid)|url\(/);
  for (const [, tag] of email.matchAll(/<table([^>]*)>/g)) expect(tag).toContain('role="presentation"');
  const images = [...email.matchAll(/<img([^>]*)>/g)].map(([, tag = '']) => tag);
  expect(images).toHaveLength(2);
  for (const tag of images) {
    const [, src = ''] = /src="http:\/\/localhost:4173(\/[^"]*)"/.exec(tag) ?? [];
    expect(Number(/width="(\d+)"/.exec(tag)?.[1])).toBeLessThanOrEqual(600);
    expect(tag).toMatch(/alt="[^"]+"/);
    const { headers, rawPayload } = await app.inject(src);
    expect(headers['content-type']).toMatch(/^image\/(?:jpeg|png)$/);
    expect((await sharp(rawPayload).metadata()).width).toBeLessThanOrEqual(600);
  }
  for (const [, href = ''] of email.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:/);
  expect(plain).toMatch(
    /Dear readers.*A <new> line\n\nThe first words\.\n\nhttp:\/\/localhost:4173\/media-room\/a-new-line/s,
  );

  // Its pictures stay with it.
  await boss.post(`${officePaths.article('a-new-line')}/withdraw`);
  await boss.post(`${officePaths.article('a-new-line')}/delete`);
  const [, kept = ''] = /(\/uploads\/\w+\.jpg)/.exec(email) ?? [];
  expect((await app.inject(kept)).statusCode).toBe(200);
});
