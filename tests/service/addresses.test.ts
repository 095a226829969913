import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import type { Trx } from '#server/store/schema.ts';
import { readAddresses } from '#server/subscribers/address-list.ts';
import { addAddresses, removeAddresses, sortAddresses } from '#server/subscribers/list-changes.ts';
import { confirm, findSubscriber, unsubscribe } from '#server/subscribers/subscribers.ts';

import { openOffice, problemIn, subscribeAs, textIn } from './office-scene.ts';
import { answered, isFull, stores } from './store.ts';

const path = officePaths.addresses;
const count = isFull ? 5_000 : 1_500;
const agreed = { everybody: 'on', how: 'agreed', consent: 'Our stand, July 2026' };

describe.each(stores)('on $name', ({ newStore }) => {
  const open = async () => {
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    const press = (act: 'check' | 'add' | 'remove', addresses: string, fields = {}) =>
      boss.upload(`${path}/${act}`, { addresses, ...fields }, []);
    const state = async (email: string) => {
      const row = await findSubscriber(store.db, email);
      return row && [row.name, row.confirmed_at !== null, row.consent];
    };
    const readers = async () => (await scene.subscribers()).filter(({ status }) => status === 'subscribed');
    return { ...scene, press, state, readers };
  };
  const known = async (trx: Trx) => {
    for (const name of ['reads', 'waits', 'left', 'back']) await subscribeAs(trx, `${name}@example.com`);
    for (const name of ['left', 'back']) await unsubscribe(trx, `${name}@example.com`);
    // A stranger typed her address.
    await subscribeAs(trx, 'back@example.com');
    const { token } = (await findSubscriber(trx, 'reads@example.com')) ?? { token: '' };
    await confirm(trx, token);
  };
  const everybody = ['new', 'reads', 'waits', 'left', 'back', 'NEW'].map((name) => `${name}@example.com`);
  const paste = `${everybody.join('\tAnn\tYes\n')}\nNobody\n`;

  test('each row is in one count, and who left is neither added nor confirmed before they confirm themselves', async () => {
    const { boss, store, press, state, readers, textOf } = await open();
    await store.write(known);
    expect(await textOf(officePaths.subscribers)).toContain('Add or remove addresses');
    expect(await textOf(path)).toContain('Add or remove addresses');
    const checked = textIn(await answered(200, press('check', paste)));
    expect(checked).toContain(
      '7 rows: 1 new, 1 subscribed already, 1 not confirmed yet, 2 left us, 1 twice, 1 without an address (“Nobody”).',
    );
    expect(checked).toMatch(/Not used: Yes \(5\).*Add 2 people.*Remove 5 people/);
    const unticked = await answered(422, press('add', paste, { how: 'agreed', consent: 'x' }));
    expect(problemIn(unticked)).toBe('Say that everybody in this list may be written to.');
    expect(problemIn(await press('add', paste, { ...agreed, consent: ' ' }))).toContain('Say where and when');
    expect(await readers()).toHaveLength(1);
    await answered(303, press('add', paste, agreed));
    const addresses = async () => (await readers()).map(({ email }) => email).sort();
    expect(await addresses()).toEqual(['new@example.com', 'reads@example.com', 'waits@example.com']);
    expect(await state('waits@example.com')).toEqual(['Reader', true, agreed.consent]);
    expect(await state('left@example.com')).toBeUndefined();
    const { token } = (await findSubscriber(store.db, 'back@example.com')) ?? { token: '' };
    await store.write((trx) => confirm(trx, token));
    expect(await addresses()).toContain('back@example.com');
    const { body: csv } = await boss.post(`${officePaths.subscribers}.csv`);
    expect(csv).toMatch(/^\uFEFF"since";?,?"name".*"email".*"status".*"consent"/);
    const { body: log } = await boss.get(officePaths.log);
    expect([log.includes('added 2 subscribers from a list'), log.includes('new@example.com')]).toEqual([
      true,
      false,
    ]);
  });

  test('without a recorded consent each who gets nothing yet is asked; the same again changes nothing', async () => {
    const { store, state } = await open();
    await store.write(known);
    const asked = async () => {
      const rows = store.db.selectFrom('messages').select('recipient').where('kind', '=', 'confirm');
      return (await rows.orderBy('recipient').execute()).map(({ recipient }) => recipient);
    };
    for (let time = 0; time < 2; time += 1) {
      const { rows } = await readAddresses(paste);
      expect(await addAddresses(store, rows, { consent: null, asks: true })).toBe(2);
      expect(await asked()).toEqual(['new@example.com', 'waits@example.com']);
      expect(await state('new@example.com')).toEqual(['Ann', false, null]);
    }
  });

  test('whoever said no elsewhere leaves, and is remembered though they were not here', async () => {
    const { store, press, readers, subscribers } = await open();
    await store.write(known);
    await answered(303, press('remove', paste));
    expect(await subscribers()).toEqual([]);
    await answered(303, press('add', paste, agreed));
    expect(await readers()).toEqual([]);
    expect(textIn(await press('check', paste))).toContain('7 rows: 0 new, 5 left us, 1 twice');
  });

  test(`${count} addresses are checked, added, added again and removed in slices`, async () => {
    const { store, readers } = await open();
    const list = Array.from({ length: count }, (_, number) => ({
      email: `a${number}@x.example`,
      name: 'Ann',
    }));
    const slices: number[] = [];
    const watched: typeof store = {
      ...store,
      write: (work) => store.write(work).finally(() => slices.push(performance.now())),
      erase: (work) => store.erase(work).finally(() => slices.push(performance.now())),
    };
    // On a stopped clock each slice is quick, so the next one is larger.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const counted = async (change: () => Promise<number>) => {
      slices.length = 0;
      return [await change(), slices.length];
    };
    const add = () => addAddresses(watched, list, { consent: 'Fair', asks: false });
    expect((await sortAddresses(store.db, list)).fresh).toHaveLength(count);
    expect(await counted(add)).toEqual([count, expect.toSatisfy((made) => made >= count / 1_024)]);
    const before = await readers();
    expect(await counted(add)).toEqual([0, expect.anything()]);
    expect(await readers()).toEqual(before);
    const [removed, made = 0] = await counted(() => removeAddresses(watched, list));
    expect(removed).toBe(count);
    expect(made).toBeGreaterThan(count / 1_024);
    expect(await readers()).toEqual([]);
    expect((await sortAddresses(store.db, list)).left).toHaveLength(count);
  });
});
