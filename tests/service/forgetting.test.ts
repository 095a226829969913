import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { openStore } from '#server/db/open-store.ts';
import { deleteExpired } from '#server/domain/retention.ts';

import { apply, listed, stored } from './followed.ts';
import { stores } from './stores.ts';
import { application, post, testApp } from './test-app.ts';

const dayMs = 86_400_000;
const days = (count: number) => ({ now: Date.now() + count * dayMs });
const key = (value: string) => ({ 'idempotency-key': value });

describe.each(stores)('with $name', ({ settings }) => {
  test('a person is forgotten whole, and no late repeat brings her back', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const she = { name: 'Nchimunya Testfield', email: 'Natasha@Example.com' };
    const send = async () => [
      (await apply(app, key('late'))).statusCode,
      (await apply(app, key('second-tab'))).statusCode,
      (await post(app, 'subscribe', she, key('late'))).statusCode,
      (await post(app, 'subscribe', { ...she, name: 'N.' }, key('later'))).statusCode,
    ];
    expect(await send()).toEqual([201, 201, 201, 201]);
    await apply(app, {}, { description: 'Another one' });
    await post(app, 'subscribe', { name: 'Ada Banda', email: 'ada@example.com' });
    expect(await runLine(config, 'forget', 'NATASHA@example.com')).toContain(
      '2 application(s), 1 subscription(s)',
    );
    expect(await send()).toEqual([201, 201, 201, 201]);
    expect(await listed(config)).toEqual([]);
    expect(await listed(config, 'subscribers')).toMatchObject([{ email: 'ada@example.com' }]);
    const left = await stored(config);
    for (const trace of ['Nchimunya', 'atasha@', 'firmware.']) expect(left).not.toContain(trace);
    // Who means it subscribes again.
    await post(app, 'subscribe', she, key('new'));
    expect(await listed(config, 'subscribers')).toHaveLength(2);
  });

  test('a subscription ends without touching the application of the same person', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await apply(app);
    await post(app, 'subscribe', { name: 'Only Subscribed', email: application.email });
    await runLine(config, 'unsubscribe', application.email.toUpperCase());
    expect([await listed(config, 'subscribers'), (await listed(config)).length]).toEqual([[], 1]);
    await expect(runLine(config, 'unsubscribe', application.email)).rejects.toThrow('is not subscribed');
    if (config.databaseUrl !== null) return;
    const log = readFileSync(join(config.dataDir, 'hcs.sqlite-wal'));
    expect(log.includes('Only Subscribed')).toBe(false);
  });

  test('applications are deleted when their time is over, their keys 90 days later', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await apply(app, key('k'));
    const store = await openStore(config);
    await deleteExpired(store, 30, days(29));
    await deleteExpired(store, null, days(10_000));
    await expect(deleteExpired(store, 30, { ...days(31), builtAt: Date.now() + 32 * dayMs })).rejects.toThrow(
      'clock',
    );
    expect(await listed(config)).toHaveLength(1);
    await deleteExpired(store, 30, days(31));
    expect(await stored(config)).not.toContain(application.email);
    expect((await apply(app, key('k'))).statusCode).toBe(201);
    expect(await listed(config)).toEqual([]);
    await deleteExpired(store, 30, days(91));
    expect(await store.db.selectFrom('seen_keys').selectAll().execute()).toEqual([]);
    await store.close();
  });
});
