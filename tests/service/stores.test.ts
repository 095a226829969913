import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { closeVacancy } from '#server/hiring/vacancies.ts';
import { unsubscribe } from '#server/newsletter/subscribers.ts';

import { startMailServer } from './mail.ts';
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
