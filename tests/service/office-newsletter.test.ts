import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { addReaders, addressOf, openOffice, problemIn, savedNewsletter } from './office-scene.ts';
import { openMailed, stores, until } from './store.ts';

const fields = { subject: 'News of the month', source: 'A **board** <script>alert(1)</script>' };

describe.each(stores)('on $name', ({ newStore }) => {
  test('two people who press "Send to all" send once; one click in an email ends its own subscription', async () => {
    const settings = { ...(await newStore()), NEWSLETTER_PER_HOUR: '1000000' };
    const { boss, stranger, store, mail } = await openMailed(openOffice, settings);
    await addReaders(store, 3);
    const newsletter = await savedNewsletter(boss, fields);
    const send = () => boss.post(`${newsletter}/send`, { version: '1' });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
    await until(async () => expect((await boss.get(newsletter)).body).toContain('3 of 3 sent.'));
    expect(mail.mails.map(({ to }) => to[0]).sort()).toEqual([0, 1, 2].map(addressOf));
    expect((await boss.get(officePaths.newsletters)).body).toContain('News of the month</a>');
    const [first] = mail.mails;
    const text = first?.text.replace(/=\n/g, '').replaceAll('=3D', '=') ?? '';
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const inOneLine = text.replace(/\n\s/g, ' ');
    const link = /List-Unsubscribe: <http:\/\/localhost:4173(\/unsubscribe\/[\w-]+)>/.exec(inOneLine);
    const path = link?.[1] ?? '';
    const page = (await stranger.get(path)).body;
    expect(page).toContain('>Unsubscribe</button>');
    expect(page, 'names the company to a stranger, not its office').not.toMatch(/Office|href="\/office"/);
    expect((await boss.get(officePaths.subscribers)).body).toContain('3 people are subscribed');
    const click = await stranger.post(path, { 'List-Unsubscribe': 'One-Click' });
    expect([click.statusCode, click.body]).toEqual([200, expect.stringContaining('no more newsletters')]);
    const left = await store.db.selectFrom('subscribers').select('email').execute();
    expect(left.map(({ email }) => email)).not.toContain(first?.to[0]);
    expect(left).toHaveLength(2);
  });

  test('people who unsubscribe before their email is sent get none, and "Stop" holds back the rest', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { boss, store } = scene;
    await addReaders(store, 3);
    const newsletter = await savedNewsletter(boss, fields);
    await boss.post(`${newsletter}/send`, { version: '1' });
    await boss.post(`${officePaths.subscribers}/remove`, { chosen: addressOf(1) });
    const open = store.db.selectFrom('messages').select('recipient').where('ended_at', 'is', null);
    const waiting = await open.where('kind', '=', 'newsletter').orderBy('recipient').execute();
    expect(waiting.map(({ recipient }) => recipient)).toEqual([addressOf(0), addressOf(2)]);
    await boss.post(`${newsletter}/stop`);
    const page = (await boss.get(newsletter)).body;
    for (const words of ['Stopped. 0 of 2 sent.', '>Resume sending</button>']) expect(page).toContain(words);
    expect((await boss.post(`${newsletter}/send`, { version: '1' })).statusCode).toBe(409);
  });
});

test('a newsletter to nobody is neither offered nor sent, and stays a draft', async () => {
  const { boss, textOf } = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const newsletter = await savedNewsletter(boss, fields);
  const page = await textOf(`${newsletter}/send`);
  expect(page).toContain('Nobody is subscribed yet.');
  expect(page).not.toContain('Send to');
  const sent = await boss.post(`${newsletter}/send`, { version: '1' });
  expect([sent.statusCode, problemIn(sent)]).toEqual([409, 'Nobody is subscribed yet. The draft stays.']);
  expect(await textOf(newsletter)).toContain('Delete this draft');
});

test('a newsletter without a subject or without content is not stored', async () => {
  const { boss } = await openOffice();
  for (const [subject, source] of [
    ['', 'Text'],
    ['News', ''],
  ] as const) {
    const answer = await boss.post(officePaths.newsletter('new'), { subject, source });
    expect([answer.statusCode, problemIn(answer)]).toEqual([422, expect.stringMatching(/^Add a subject/)]);
  }
});
