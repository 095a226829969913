import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { closeVacancy } from '#server/hiring/vacancies.ts';
import { unsubscribe } from '#server/newsletter/subscribers.ts';
import { officePaths } from '#server/office/office-paths.ts';

import { withClient } from '../kit/postgres.ts';
import { startMailServer } from './mail.ts';
import { openedStore, openOffice } from './office-scene.ts';
import { bob, emails } from './restore-scene.ts';
import { ada, answered, applicant, openApp, stores, temporaryFolder, until } from './store.ts';

const releases = join(import.meta.dirname, '../full/stores');

test.each(stores)(
  'a store from release 1.0 can be restored on a new machine on $name, served, and restored once more',
  async ({ name, newStore }) => {
    const shipped = join(releases, name === 'SQLite' ? '1.0.sqlite' : '1.0.dump');
    const settings = { DATA_DIR: temporaryFolder(), SAMPLE_CONTENT: '', ...(await newStore()) };
    const empty = await openApp(settings);
    await empty.app.close();
    await empty.command('restore', '--exactly', shipped);
    const first = await openApp(settings);
    expect(emails(await first.list())).toEqual([applicant.email]);
    expect(emails(await first.subscribers())).toEqual([ada.email]);
    expect(await first.job()).toBe('talent-community');
    await answered(201, first.post('subscribe', bob));
    await answered(201, first.apply({ email: bob.email }));
    await first.change((trx) => unsubscribe(trx, ada.email));
    await first.change((trx) => closeVacancy(trx, 'talent-community'));
    await first.app.close();
    const { invitation } = JSON.parse(await first.command('restore', shipped, '--json'));
    const second = await openApp(settings);
    expect(invitation).toBeNull();
    expect(emails(await second.list())).toEqual([bob.email, applicant.email].sort());
    expect(emails(await second.subscribers())).toEqual([bob.email]);
    expect(await second.job(), 'content is as in the copy').toBe('talent-community');
  },
);

test.each(stores)(
  'texts in a store from release 1.0 are rewritten once on $name, so that they look as before and saving changes nothing',
  async ({ name, newStore }) => {
    const database = await newStore();
    const settings = { DATA_DIR: temporaryFolder(), SAMPLE_CONTENT: '', ...database };
    const source = 'Title\n=====\n\nWrapped\nline  \nhere\n\n    a  b\n';
    const texts = { media: 'old', vacancies: 'welder', newsletters: 'news' };
    const row = { created_at: '2026-11-01T08:00:00.000Z', source };
    const rows = {
      media: {
        ...row,
        id: 'old',
        kind: 'blog',
        title: 'Old',
        body: 'as it was',
        visible_from: row.created_at,
      },
      vacancies: { ...row, id: 'welder', name: 'Welder', type: 'full-time', body: 'as it was' },
      newsletters: { ...row, id: 'news', subject: 'News' },
    };
    const inserts = Object.entries(rows).map(
      ([table, fields]) =>
        `insert into ${table} (${Object.keys(fields)}) values ('${Object.values(fields).join("','")}')`,
    );
    if (name === 'SQLite') {
      const file = join(settings.DATA_DIR, 'hcs.sqlite');
      copyFileSync(join(releases, '1.0.sqlite'), file);
      using store = new DatabaseSync(file);
      for (const insert of inserts) store.exec(insert);
    } else {
      const url = database.DATABASE_URL ?? '';
      execFileSync('pg_restore', [
        '--no-owner',
        '--clean',
        '--if-exists',
        `--dbname=${url}`,
        join(releases, '1.0.dump'),
      ]);
      await withClient(url, async (client) => {
        for (const insert of inserts) await client.query(insert);
      });
    }
    const { boss, store } = await openOffice(settings);
    const rewritten = '# Title\n\nWrapped line\nhere\n\n```\na  b\n```';
    for (const [table, id] of Object.entries(texts) as [keyof typeof texts, string][]) {
      const found = store.db.selectFrom(table).select('source').where('id', '=', id);
      expect(await found.executeTakeFirst(), table).toEqual({ source: rewritten });
    }
    const article = () => store.db.selectFrom('media').selectAll().where('id', '=', 'old').executeTakeFirst();
    expect(await article()).toMatchObject({ body: 'as it was', version: 1 });
    const fields = { type: 'blog', title: 'Old', source: rewritten, version: '1' };
    await answered(303, boss.upload(officePaths.article('old'), fields, []));
    expect(await article()).toMatchObject({
      source: rewritten,
      body: expect.stringContaining('<p>Wrapped line<br>here</p>\n<pre><code>a  b\n</code></pre>'),
    });
    await store.close();
    const again = await openedStore(readConfig({ ...settings, LOG_LEVEL: 'silent' }));
    const { source: second } = await again.db.selectFrom('media').select('source').executeTakeFirstOrThrow();
    expect(second).toBe(rewritten);
  },
);

test('email waiting in 1.0.sqlite is sent when the store is opened, and is not sent again after a restore', async () => {
  await using mail = await startMailServer();
  const settings = { DATA_DIR: temporaryFolder(), SMTP_URL: mail.url };
  const copy = join(temporaryFolder(), 'copy');
  copyFileSync(join(releases, '1.0.sqlite'), copy);
  const store = new DatabaseSync(copy);
  store.exec(`insert into messages (id, kind, application, created_at, due_at)
    select 'waits', 'receipt', id, created_at, '2020-01-01T00:00:00.000Z' from applications`);
  store.close();
  copyFileSync(copy, join(settings.DATA_DIR, 'hcs.sqlite'));
  const opened = await openApp(settings);
  const sent = [applicant.email];
  const received = () => mail.mails.flatMap(({ to }) => to);
  await until(() => expect(received()).toEqual(sent));
  await opened.app.close();
  for (const words of [[], ['--exactly']]) {
    await opened.command('restore', ...words, copy);
    const { app, apply } = await openApp(settings);
    // The message that has waited longest is sent first.
    sent.push(`since${sent.length}@example.com`);
    await answered(201, apply({ email: sent.at(-1) }));
    await until(() => expect(received()).toHaveLength(sent.length));
    expect(received()).toEqual(sent);
    await app.close();
  }
});
