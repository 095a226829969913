import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { newChallenge, takeChallenge } from '#server/office/passkeys.ts';
import { allPeople } from '#server/office/people.ts';

import { deleteAsOf, entered, linkFor, openOffice, problemIn } from './office-scene.ts';
import { dayMs, stores } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('of two people who remove each other at once one stays, and the last one cannot be removed', async () => {
    const { app, boss, store } = await openOffice(await newStore());
    const other = await entered(app, store, 'two@hcs.example', 'all');
    const [one = '', two = ''] = (await allPeople(store.db)).map(({ id }) => id);
    await Promise.all([
      boss.post(`${officePaths.person(two)}/remove`),
      other.post(`${officePaths.person(one)}/remove`),
    ]);
    const [left, ...more] = await allPeople(store.db);
    expect(more).toEqual([]);
    const still = left?.email === 'two@hcs.example' ? other : boss;
    const refused = [
      await still.post(`${officePaths.person(left?.id ?? '')}/remove`),
      await still.post(officePaths.person(left?.id ?? ''), { role: 'editor' }),
    ];
    for (const answer of refused) {
      expect(answer.statusCode).toBe(409);
      expect(problemIn(answer)).toContain('the last person with full access');
    }
  });

  test('a session ends after thirty days without use, and use renews it', async () => {
    const { boss, store } = await openOffice(await newStore());
    const usedBefore = (days: number) => {
      const used_at = new Date(Date.now() - days * dayMs).toISOString();
      return store.db.updateTable('sessions').set({ used_at }).execute();
    };
    await usedBefore(29);
    const answer = await boss.get(officePaths.home);
    expect([answer.statusCode, String(answer.headers['set-cookie'])]).toEqual([
      200,
      expect.stringContaining('Max-Age=2592000'),
    ]);
    expect((await boss.get(officePaths.home)).headers['set-cookie']).toBeUndefined();
    await usedBefore(31);
    expect((await boss.get(officePaths.home)).statusCode).toBe(401);
  });

  test('the store contains no cookies or tokens, and the log is deleted after a year', async () => {
    const { boss, store } = await openOffice(await newStore());
    const link = await linkFor(store, 'two@hcs.example');
    const stored = JSON.stringify([
      await store.db.selectFrom('sessions').selectAll().execute(),
      await store.db.selectFrom('links').selectAll().execute(),
    ]);
    expect(stored).not.toContain(boss.cookie.split('=')[1]);
    expect(stored).not.toContain(link.split('.')[1]);
    const logged = () => store.db.selectFrom('log').select('action').execute();
    expect(await logged()).toEqual([{ action: 'signed in with a link' }]);
    await deleteAsOf(store, Date.now() + 366 * dayMs);
    expect(await logged()).toEqual([]);
  });

  test('a sign-in link is deleted once it has expired, a session after thirty days without use', async () => {
    const { store } = await openOffice(await newStore());
    await linkFor(store, 'two@hcs.example');
    const left = async (days: number) => {
      await deleteAsOf(store, Date.now() + days * dayMs);
      const tables = ['links', 'sessions'] as const;
      return Promise.all(
        tables.map(async (name) => (await store.db.selectFrom(name).select('id').execute()).length),
      );
    };
    expect([await left(0), await left(29), await left(31)]).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });

  test("a passkey's challenge must come from this store and be recent, and works once", async () => {
    const { store } = await openOffice(await newStore());
    const challenge = await newChallenge(store.db);
    const take = (one: string) => store.write((trx) => takeChallenge(trx, one));
    const old = challenge.replace(/\.\d+\./, '.1.');
    expect([await take(old), await take(challenge), await take(challenge)]).toEqual([false, true, false]);
  });
});

test('the rate limit applies to people who are not signed in, and not to those who are', async () => {
  const { boss, stranger } = await openOffice({ RATE_LIMIT_MAX: '3' });
  const tried: number[] = [];
  for (const token of ['a', 'b', 'c']) tried.push((await stranger.post(officePaths.enter(token))).statusCode);
  // The first of the three allowed posts was the other person's sign-in.
  expect(tried).toEqual([410, 410, 429]);
  const invited = await boss.post(officePaths.people, { email: 'two@hcs.example', role: 'editor' });
  expect(invited.statusCode).toBe(303);
});
