import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { exportApplications } from '#server/applicants/application-search.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { deleteExpired } from '#server/retention.ts';
import type { Store } from '#server/store/open-store.ts';

import { openedStore, openOffice } from './office-scene.ts';
import { answered, applicant, openApp, stores } from './store.ts';

const count = 3_000;
const keys = { contact_key: 'x', search_text: 'x', fingerprint: 'x' };
const idOf = (number: number) => `row-${String(number).padStart(4, '0')}`;
const rowOf = (number: number) => ({
  ...{ ...applicant, ...keys, id: idOf(number), job: 'x' },
  created_at: new Date(Date.UTC(2020, 0, 1) + Math.floor(number / 2)).toISOString(),
});

async function fill(store: Store): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => rowOf(start + index));
    await store.write((trx) => trx.insertInto('applications').values(rows).execute());
  }
}

/** Counts the rows that are left after each transaction. */
function watched(store: Store, left: number[], then = () => {}): Store {
  return {
    ...store,
    async write(work) {
      const result = await store.write(work);
      const all = store.db.selectFrom('applications').select(({ fn }) => fn.countAll().as('count'));
      left.push(Number((await all.executeTakeFirstOrThrow()).count));
      then();
      return result;
    },
  };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('3,000 rows are deleted in slices, of which the server’s end interrupts one at most, and later the rest', async () => {
    const store = await openedStore((await openApp(await newStore())).config);
    await fill(store);
    const left: number[] = [];
    const stopping = new AbortController();
    const stop = () => (left.at(-1) ?? count) < count && stopping.abort();
    await deleteExpired(watched(store, left, stop), 365, { signal: stopping.signal });
    expect(left.at(-1)).toBe(count - 8);
    const oldest = store.db.selectFrom('applications').select('id').orderBy('created_at').orderBy('id');
    expect(await oldest.executeTakeFirst()).toEqual({ id: idOf(8) });
    await deleteExpired(watched(store, left), 365);
    expect(left.at(-1)).toBe(0);
    const slices = left.map((rows, index) => (left[index - 1] ?? count) - rows).filter((gone) => gone > 0);
    expect(slices.length).toBeGreaterThan(count / 1_024 + 2);
    expect(Math.max(...slices)).toBeLessThanOrEqual(1_024);
  });

  test('3,000 rows are exported in slices, while they are taken, each once while others come and go', async () => {
    const scene = await openOffice(await newStore());
    const { store, boss } = scene;
    await fill(store);
    // On a stopped clock each slice is quick, so the next one is larger.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const sizes: number[] = [];
    const found: string[] = [];
    for await (const rows of exportApplications(store.db, {})) {
      found.push(...rows.map(({ id }) => id));
      sizes.push(rows.length);
      if (sizes.length > 1) continue;
      expect(sizes).toEqual([8]);
      await store.write(async (trx) => {
        await trx
          .deleteFrom('applications')
          .where('id', 'in', [idOf(0), found[0] ?? ''])
          .execute();
        const state = { state: 'closed' } as const;
        await trx.updateTable('applications').set(state).where('id', '=', idOf(1)).execute();
        await trx
          .insertInto('applications')
          .values([rowOf(count), rowOf(-1)])
          .execute();
      });
    }
    const all = Array.from({ length: count + 1 }, (_, index) => idOf(index - 1)).toReversed();
    expect(found).toEqual(all.filter((id) => id !== idOf(0)));
    // A larger slice would take far more memory.
    expect(Math.max(...sizes)).toBe(32);
    const csv = await answered(200, boss.post(officePaths.applicationsCsv, { tab: 'all' }));
    expect(csv.body.match(/row-/g)).toHaveLength(count);
    expect(csv.body.startsWith('\uFEFF"id"')).toBe(true);
  });
});
