import { describe, expect, test } from 'vitest';

import type { Store } from '#server/db/open-store.ts';
import { officePaths } from '#server/office-paths.ts';

import { type MailServer, startMailServer } from './mail.ts';
import { addReaders, addressOf, openOffice, type Scene, textIn } from './office-scene.ts';
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
    const send = () => boss.post(`${letter}/send`, { version: '1' });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    await until(async () => expect((await boss.get(letter)).body).toContain('3 of 3 sent.'));
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
    for (const words of ['Stopped. 0 of 2 sent.', '>Go on sending</button>']) expect(page).toContain(words);
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
      expect(page).toContain(`${addressOf(1)}: 451 Later (it is sent again)`);
    });
    mail.answer = (address) => (address === addressOf(0) ? unknown : '250 OK');
    await hurry(store);
    await until(async () => expect((await boss.get(letter)).body).toContain('1 of 2 sent.'));
    const second = await written(scene);
    await boss.post(`${second}/send`, { version: '1' });
    await until(async () => expect((await boss.get(second)).body).toContain('1 of 2 sent.'));
    const page = textIn(await boss.get(`${await written(scene)}/send`));
    expect(page).toContain('To 1 person; 1 more is left out: the mail server did not accept it twice.');
  });
});

test('at a hundred an hour a second message waits for its time', async () => {
  await using mail = await startMailServer();
  const scene = await openOffice({ SMTP_URL: mail.url });
  await addReaders(scene.store, 2);
  const letter = await written(scene);
  await scene.boss.post(`${letter}/send`, { version: '1' });
  await until(async () => expect((await scene.boss.get(letter)).body).toContain('1 of 2 sent, the rest by'));
  await scene.store.db
    .updateTable('mail')
    .set({ claimed_at: new Date(Date.now() - 40_000).toISOString() })
    .where('claimed_at', 'is not', null)
    .execute();
  await until(async () => expect((await scene.boss.get(letter)).body).toContain('2 of 2 sent.'));
});
