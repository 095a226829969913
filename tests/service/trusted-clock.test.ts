import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { openStore } from '#server/store/open-store.ts';
import { deleteExpired, isClockTrusted } from '#server/store/retention.ts';

import { stores } from './stores.ts';
import { application, openVacancy, post, testApp } from './test-app.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

describe.each(stores)('with $name', ({ settings }) => {
  test('a clock that has jumped deletes nothing until it goes on from there for half a day', async ({
    skip,
  }) => {
    const { config } = await testApp(await settings(skip));
    const store = await openStore(config);
    onTestFinished(() => store.close());
    const start = Date.now();
    const wrong = start + 70 * 365 * day;
    const looks = [
      start,
      start + day,
      // Started in the wrong year, and again and again by who watches it; then set right.
      wrong,
      wrong + hour,
      start + 2 * day,
      start - 900 * day,
      start + 3 * day,
      // Really off for two months.
      start + 63 * day,
      start + 64 * day,
      start + 65 * day,
    ];
    const trusted: boolean[] = [];
    for (const now of looks) trusted.push(await isClockTrusted(store, now));
    expect(trusted).toEqual([true, true, false, false, true, false, true, false, true, true]);
  });

  test('a clock that is behind is believed after a month, and then dates what a clock had dated that was ahead', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const store = await openStore(config);
    onTestFinished(() => store.close());
    const right = Date.now() + 1_000 * day;
    const ahead = right + 3_000 * day;
    for (const now of [ahead - day, ahead]) await isClockTrusted(store, now);
    await post(app, 'job-apply', { ...application, job: await openVacancy(app) });
    const looks = [1, 2, 3, 10, 20, 29, 30, 31, 32, 33].map((days) => right + days * day);
    const trusted: boolean[] = [];
    const dates = async () => {
      const rows = await store.db.selectFrom('applications').select('created_at').execute();
      return rows.map(({ created_at }) => Date.parse(created_at));
    };
    for (const now of looks) {
      trusted.push(await isClockTrusted(store, now));
      expect(await dates()).toEqual([trusted.includes(true) ? right + 31 * day : ahead]);
    }
    expect(trusted).toEqual([false, false, false, false, false, false, false, true, true, true]);
  });

  test('an application that came while the clock was years behind is not deleted as an old one', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const store = await openStore(config);
    onTestFinished(() => store.close());
    const right = new Date('2027-03-01T06:00:00.000Z');
    await isClockTrusted(store, right.getTime());
    const job = await openVacancy(app);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2000-01-01T00:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    expect((await post(app, 'job-apply', { ...application, job })).statusCode).toBe(201);
    await deleteExpired(store, 180, right.getTime() + day);
    const kept = await store.db.selectFrom('applications').select('created_at').execute();
    expect(kept).toEqual([{ created_at: right.toISOString() }]);
  });
});
