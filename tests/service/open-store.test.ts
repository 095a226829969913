import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import { describe, expect, test, vi } from 'vitest';

import { withClient } from '../kit/postgres.ts';
import { ada, answered, markdown, openApp, stores, until } from './store.ts';

const run = promisify(execFile);

describe.each(stores)('on $name', ({ newStore }) => {
  test('a store that a newer version made is not touched, and the setting is named', async () => {
    const { app, config, settings } = await openApp(await newStore());
    await app.close();
    const later = "insert into kysely_migration (name, timestamp) values ('9999_later', '2999')";
    if (config.databaseUrl === null) new DatabaseSync(join(config.dataDir, 'hcs.sqlite')).exec(later);
    else await withClient(config.databaseUrl, (client) => client.query(later));
    await expect(openApp(settings)).rejects.toThrow(
      /^DATA(_DIR|BASE_URL): .* newer version of this program\./,
    );
  });

  test('a store that several programs open at once is made once, and an id is given once', async () => {
    const { config, settings } = await openApp();
    const env = { ...process.env, DATA_DIR: join(config.dataDir, 'new'), ...(await newStore()) };
    expect(settings.DATA_DIR).not.toBe(env.DATA_DIR);
    const article = markdown('---\ntype: blog\ntitle: A title\n---\nText\n');
    const publish = () => run(process.execPath, ['server/cli.ts', 'publish', article], { env });
    const all = await Promise.allSettled([publish(), publish(), publish()]);
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason.stderr));
    expect(refused).toEqual(Array(2).fill(expect.stringContaining('is taken by')));
  });
});

test('while a command holds the lock of the store pages are read, and a write waits for its end', async () => {
  const { config, list, post, read } = await openApp();
  using command = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  command.exec('begin immediate');
  let isWritten = false;
  const write = post('subscribe', ada).finally(() => {
    isWritten = true;
  });
  for (let time = 0; time < 20; time += 1) await answered(200, read('job-list'));
  expect(isWritten).toBe(false);
  command.exec('commit');
  await answered(201, write);
  expect(await list('subscribers')).toHaveLength(1);
});

test('a lock that lasts is told as 503, to be tried again', async () => {
  const { config, post } = await openApp();
  using command = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  command.exec('begin immediate');
  vi.useFakeTimers({ toFake: ['performance'] });
  const answer = post('subscribe', ada);
  let isAnswered = false;
  void answer.finally(() => {
    isAnswered = true;
  });
  // The time that a write waits passes at once.
  await until(() => {
    vi.advanceTimersByTime(1_000);
    expect(isAnswered).toBe(true);
  });
  vi.useRealTimers();
  expect((await answered(503, answer)).headers['retry-after']).toBe('5');
});
