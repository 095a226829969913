import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import type { Store } from '#server/db/open-store.ts';
import { officePaths } from '#server/office-paths.ts';

import { startServer } from '../kit/server.ts';
import { type MailServer, startMailServer } from './mail.ts';
import { addReaders, addressOf, linkFor, openedStore, openOffice, type Scene } from './office-scene.ts';
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
    expect((await boss.get(letter)).body).toContain('Send to all 3');
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
    expect((await stranger.get(path)).body).toContain('>Unsubscribe</button>');
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
    expect(await waiting()).toEqual([]);
    expect((await boss.post(`${letter}/send`, { version: '1' })).statusCode).toBe(409);
  });

  test('a mail server that refuses is waited for and told; an address refused for good twice gets no more', async () => {
    await using mail = await startMailServer();
    mail.answer = (address) => (address === addressOf(0) ? '550 No such user' : '451 Later');
    const scene = await openOffice({ ...(await newStore()), ...fast, SMTP_URL: mail.url });
    const { boss, store } = scene;
    await addReaders(store, 2);
    const letter = await written(scene);
    await boss.post(`${letter}/send`, { version: '1' });
    await until(async () => {
      const page = (await boss.get(letter)).body;
      expect(page).toContain(`${addressOf(0)}: refused`);
      expect(page).toContain(`${addressOf(1)}: not taken by the mail server yet`);
      expect(page).toContain('waiting: 1');
    });
    mail.answer = (address) => (address === addressOf(0) ? '550 No such user' : '250 OK');
    await hurry(store);
    await until(async () => expect((await boss.get(letter)).body).toContain('sent: 1'));
    const second = await written(scene);
    await boss.post(`${second}/send`, { version: '1' });
    await until(async () => expect((await boss.get(second)).body).toContain(`${addressOf(0)}: refused`));
    expect((await boss.get(await written(scene))).body).toContain('Send to all 1');
  });

  test('killed in the middle of 300, the server writes to nobody twice', async () => {
    await using mail = await startMailServer();
    const chosen = { ...(await newStore()), ...fast, SMTP_URL: mail.url };
    await using site = await startServer(chosen);
    const store = await openedStore(readConfig({ ...chosen, DATA_DIR: site.dataDir }));
    await addReaders(store, 300);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const post = (path: string, fields: Record<string, string>, cookie = '') =>
      fetch(site.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...form, cookie },
        body: new URLSearchParams(fields),
      });
    const entering = await post(await linkFor(store, 'boss@hcs.example'), {});
    const cookie = String(entering.headers.get('set-cookie')).split(';', 1).join();
    const saved = await post(officePaths.letter('new'), { subject: 'News', source: 'Text' }, cookie);
    const letter = String(saved.headers.get('location')).replace(/\?.*/, '');
    // The message under way at the kill was taken, and nobody told the server.
    const halfway = Promise.withResolvers<void>();
    mail.taken = async () => {
      if (mail.mails.length !== 150) return '250 Taken';
      halfway.resolve();
      return new Promise<string>(() => {});
    };
    await post(`${letter}/send`, { version: '1' }, cookie);
    await halfway.promise;
    await site.stop('SIGKILL');
    mail.taken = async () => '250 Taken';
    await site.start();
    const page = async () => (await fetch(site.url + letter, { headers: { cookie } })).text();
    await until(async () => {
      const body = await page();
      expect(body).toContain('<li>sent: 299</li>');
      expect(body).toContain('<li>perhaps: 1</li>');
    });
    expect(received(mail)).toEqual(Array.from({ length: 300 }, (_, number) => addressOf(number)).sort());
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

test('a test goes to its writer alone, with the articles that were chosen', async () => {
  await using mail = await startMailServer();
  const { app, boss, store } = await openOffice({ SMTP_URL: mail.url });
  await addReaders(store, 2);
  const { _id: id, title } = (await app.inject('/connect/v1/media-room/press/0')).json<{
    payload: { _id: string; title: string }[];
  }>().payload[0] ?? { _id: '', title: '' };
  const page = (await boss.get(`${officePaths.letter('new')}?article=${id}`)).body;
  expect(page).toMatch(new RegExp(`<textarea[^>]*>\\s*## ${title}[^<]*http://localhost:4173/[^<]*${id}`));
  const letter = await written({ boss });
  const answer = await boss.post(`${letter}/test`);
  expect((await boss.get(String(answer.headers.location))).body).toContain('A test is on its way to you.');
  expect(received(mail)).toEqual(['boss@hcs.example']);
});
