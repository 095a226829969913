import { describe, expect, test } from 'vitest';

import { requestKey } from '#server/store/idempotency-keys.ts';
import type { Db, Trx } from '#server/store/schema.ts';
import { mapTable, readTable } from '#server/subscribers/subscriber-file.ts';
import { importList, keepList, keptList, sortList } from '#server/subscribers/subscriber-import.ts';
import { findSubscriber, subscribe, unsubscribe } from '#server/subscribers/subscribers.ts';

import { openedStore } from './office-scene.ts';
import { hourMs, moveClock, openApp, stores } from './store.ts';

const onForm = (trx: Trx, email: string) =>
  subscribe(trx, { name: 'Known', email }, requestKey('subscribe', null, {}), {
    asks: false,
  });

const listOf = (...emails: string[]) => {
  const bytes = Buffer.from(['Email', ...emails].join('\n'));
  return mapTable({ table: readTable({ fileName: 'list.csv', bytes }), kinds: ['email'] });
};

describe.each(stores)('on $name', ({ newStore }) => {
  const scene = async () => {
    const { config, command } = await openApp(await newStore());
    const store = await openedStore(config);
    const list = listOf('new@example.com', 'Known@example.com', 'reads@example.com', 'left@example.com');
    await store.write(async (trx) => {
      for (const name of ['known', 'reads', 'left']) await onForm(trx, `${name}@example.com`);
      await unsubscribe(trx, 'left@example.com');
      const of = (email: string) => trx.updateTable('subscribers').where('email_key', '=', email);
      await of('reads@example.com').set({ confirmed_at: '2026-01-01T00:00:00.000Z' }).execute();
    });
    const id = await store.write((trx) => keepList(trx, { list }));
    return { store, command, list, id };
  };
  const state = async (db: Db, email: string) => {
    const row = await findSubscriber(db, email);
    return row && [row.confirmed_at !== null, row.consent];
  };
  const emails = (rows: { email: string }[]) => rows.map(({ email }) => email);

  test('a recorded consent adds and confirms, also who had not confirmed; who left stays out', async () => {
    const { store, list, id } = await scene();
    const counts = await sortList(store.db, list, []);
    expect(emails(counts.fresh)).toEqual(['new@example.com']);
    expect(emails(counts.waiting)).toEqual(['Known@example.com']);
    expect(emails(counts.reader)).toEqual(['reads@example.com']);
    expect(emails(counts.left)).toEqual(['left@example.com']);
    const consent = 'At our stand in Ndola, July 2026';
    expect(await importList(store, id, [], { consent, asks: true })).toBe(2);
    for (const name of ['new', 'known'])
      expect(await state(store.db, `${name}@example.com`)).toEqual([true, consent]);
    expect(await state(store.db, 'reads@example.com')).toEqual([true, null]);
    expect(await state(store.db, 'left@example.com')).toBeUndefined();
    await expect(keptList(store.db, id)).rejects.toThrow('Choose the file again');
  });

  test('without a recorded consent each who gets nothing yet is asked to confirm', async () => {
    const { store, id } = await scene();
    await importList(store, id, [], { consent: null, asks: true });
    expect(await state(store.db, 'new@example.com')).toEqual([false, null]);
    const asked = store.db.selectFrom('messages').select('recipient').where('kind', '=', 'confirm');
    expect((await asked.execute()).map(({ recipient }) => recipient).sort()).toEqual([
      'known@example.com',
      'new@example.com',
    ]);
  });

  test('who unsubscribes while the list is being imported is not brought back', async () => {
    const { store, id } = await scene();
    let count = 0;
    const leaving: typeof store = {
      ...store,
      async write(work) {
        count += 1;
        if (count === 1) await store.write((trx) => unsubscribe(trx, 'new@example.com'));
        return store.write(work);
      },
    };
    await importList(leaving, id, [], { consent: 'Fair', asks: false });
    expect(await state(store.db, 'new@example.com')).toBeUndefined();
    expect(await state(store.db, 'known@example.com')).toEqual([true, 'Fair']);
  });

  test('a list waits for an hour, and is deleted with a person who is in it', async () => {
    const { store, list, command, id } = await scene();
    const other = await store.write((trx) => keepList(trx, { list }));
    await command('forget', '--yes', 'NEW@example.com');
    await expect(keptList(store.db, id)).rejects.toThrow('Choose the file again');
    await expect(keptList(store.db, other)).rejects.toThrow('Choose the file again');
    const third = await store.write((trx) => keepList(trx, { list }));
    // Who was forgotten is not brought back.
    expect(emails((await sortList(store.db, list, [])).left)).toEqual([
      'new@example.com',
      'left@example.com',
    ]);
    moveClock(hourMs + 1);
    await expect(keptList(store.db, third)).rejects.toThrow('Choose the file again');
    await store.write((trx) => keepList(trx, { list }));
    expect(await store.db.selectFrom('subscriber_imports').select('id').execute()).toHaveLength(1);
  });
});
