import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { closeVacancy } from '#server/hiring/vacancies.ts';
import { unsubscribe } from '#server/newsletter/subscribers.ts';

import { withClient } from '../kit/postgres.ts';
import { startMailServer } from '../service/mail.ts';
import { bob, changedSince, contentOf, emails } from '../service/restore-scene.ts';
import { ada, answered, applicant, newDatabase, openApp, temporaryFolder, until } from '../service/store.ts';

const releases = join(import.meta.dirname, 'stores');

/** A store of release 1.0 on the place of an old machine's, restored from the shipped copy. */
test.each(['1.0.sqlite', '1.0.dump'])(
  '%s is restored on a new machine, served, and restored once more',
  async (file) => {
    const shipped = join(releases, file);
    const settings = {
      DATA_DIR: temporaryFolder(),
      SAMPLE_CONTENT: '',
      ...(file.endsWith('.dump') && { DATABASE_URL: await newDatabase() }),
    };
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

test('email that waits in 1.0.sqlite is sent once it is opened, and never again when it is restored', async () => {
  await using mail = await startMailServer();
  const settings = { DATA_DIR: temporaryFolder(), SMTP_URL: mail.url };
  const copy = join(temporaryFolder(), 'copy');
  copyFileSync(join(releases, '1.0.sqlite'), copy);
  const store = new DatabaseSync(copy);
  store.exec(`insert into mail (id, kind, application, created_at, due_at, tries)
    select 'waits', 'receipt', id, created_at, '2020-01-01T00:00:00.000Z', 0 from applications`);
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
    // What waits longest is sent first.
    sent.push(`since${sent.length}@example.com`);
    await answered(201, apply({ email: sent.at(-1) }));
    await until(() => expect(received()).toHaveLength(sent.length));
    expect(received()).toEqual(sent);
    await app.close();
  }
});

test('a restore that a power failure interrupted on PostgreSQL is told at the start, and can be run again', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() });
  const { restore } = await changedSince(app);
  await withClient(app.config.databaseUrl ?? '', (client) =>
    client.query(`alter schema public rename to before_restore_x; create schema public;
      comment on schema public is 'before_restore_x'`),
  );
  await expect(openApp(app.settings)).rejects.toThrow('a restore was interrupted');
  await restore();
  expect((await contentOf(app)).subscribers).toEqual([bob.email]);
});
