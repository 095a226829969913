import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';

import { readSubscriberList } from '#server/newsletter/subscriber-file.ts';
import { importList, keepList, keptList } from '#server/newsletter/subscriber-import.ts';
import { findSubscriber, subscribe, unsubscribe } from '#server/newsletter/subscribers.ts';
import { requestKey } from '#server/store/idempotency-keys.ts';
import type { Db, Trx } from '#server/store/schema.ts';

import { openedStore } from './office-scene.ts';
import { hourMs, moveClock, openApp, stores } from './store.ts';

const csv = (rows: string[][], delimiter = ',') => Papa.unparse(rows, { delimiter });
const read = (rows: string[][], name = 'list.csv') => readSubscriberList(name, Buffer.from(csv(rows)));
const emails = ({ entries }: { entries: { email: string }[] }) => entries.map(({ email }) => email);

const people = [
  ['Name', 'Town', 'E-mail address'],
  ['Ada Banda', 'Lusaka', 'ada@example.com'],
  ['Désiré', 'Ndola', 'desire@example.com'],
];
const read1252 = (text: string) => Buffer.from(text, 'latin1');

test.each([
  ['commas', Buffer.from(csv(people))],
  ['semicolons and a mark', Buffer.from(`\uFEFF${csv(people, ';')}`)],
  ['tabs in UTF-16', Buffer.from(`\uFEFF${csv(people, '\t')}`, 'utf16le')],
  ['Windows-1252', read1252(csv(people, ';'))],
  ["Excel's first line", Buffer.from(`sep=;\r\n${csv(people, ';')}`)],
])('a list with %s is read', (_, bytes) => {
  expect(readSubscriberList('list.csv', bytes)).toEqual({
    entries: [
      { name: 'Ada Banda', email: 'ada@example.com' },
      { name: 'Désiré', email: 'desire@example.com' },
    ],
    endedCount: 0,
    twiceCount: 0,
    invalid: [],
  });
});

test('columns are found by name or by what is in them; what is no address is named with its row', () => {
  const parts = read([
    ['Last Name', 'Email Address', 'First Name'],
    ['Banda', 'ADA@example.com', 'Ada'],
    ['Twice', 'ada@EXAMPLE.com', ''],
    ['Bad', 'ada at example', ''],
    ['', '', 'Nobody'],
  ]);
  expect(parts.entries).toEqual([{ name: 'Ada Banda', email: 'ADA@example.com' }]);
  expect(parts.invalid).toEqual(['row 4: ada at example', 'row 5: (empty)']);
  expect(parts.twiceCount).toBe(1);
  expect(emails(read([['ada@example.com'], ['Ben <ben@example.com>']]))).toEqual([
    'ada@example.com',
    'ben@example.com',
  ]);
});

test.each([
  ['Mailchimp', ['Email Address', 'UNSUB_TIME'], ['2026-01-01 10:00:00'], ['']],
  ['listmonk', ['email', 'status'], ['blocklisted'], ['enabled']],
  ['Ghost', ['email', 'subscribed_to_emails'], ['false'], ['true']],
  ['Substack', ['email', 'email_disabled'], ['true'], ['false']],
  ['MailerLite', ['Subscriber', 'Status'], ['Bounced'], ['Active']],
  ['Shopify', ['Email', 'Accepts Email Marketing'], ['no'], ['yes']],
  ['a sheet without a head', [], ['unsubscribed'], ['Lusaka']],
])('%s: who has unsubscribed or bounced is never taken', (_, head, ended, wanted) => {
  const list = read([
    ...(head.length === 0 ? [] : [head]),
    ['gone@example.com', ...ended],
    ['here@example.com', ...wanted],
  ]);
  expect([emails(list), list.endedCount]).toEqual([['here@example.com'], 1]);
});

test('who has unsubscribed in one row is not taken from another, and all rows are accounted for', () => {
  const list = read([
    ['Name', 'Email', 'Status'],
    ['Ada', 'ada@example.com', 'subscribed'],
    ['Ada', 'ADA@example.com', 'unsubscribed'],
    ['Ben', 'ben@example.com', 'bounced'],
    ['Ben', 'ben@example.com', 'subscribed'],
    ['Nada\u202e', 'nada@example.com', 'subscribed'],
  ]);
  expect(list).toEqual({
    entries: [{ email: 'nada@example.com', name: 'Nada' }],
    endedCount: 2,
    twiceCount: 2,
    invalid: [],
  });
});

test.each([
  ['unsubscribed_members_export_1a2b.csv', Buffer.from('Email\na@example.com'), 'must get nothing any more'],
  ['cleaned_members_export_1a2b.csv', Buffer.from('Email\na@example.com'), 'must get nothing any more'],
  ['list.csv', Buffer.alloc(0), 'is empty'],
  ['list.csv', Buffer.from('Name\nAda\n'), 'contains no email addresses'],
  ['list.xlsx', Buffer.from('PK\x03\x04'), 'Save it as CSV'],
  ['list.csv', Buffer.alloc(2_000_001, 'a'), 'larger than 2 MB'],
])('%s is refused %#', (name, bytes, problem) => {
  expect(() => readSubscriberList(name, bytes)).toThrow(problem);
});

const onForm = (trx: Trx, email: string) =>
  subscribe(trx, { name: 'Known', email }, requestKey('subscribe', null, {}), {
    isFlagged: false,
    asks: false,
  });

describe.each(stores)('on $name', ({ newStore }) => {
  const scene = async () => {
    const { config, command } = await openApp(await newStore());
    const store = await openedStore(config);
    const list = read([['Email'], ['new@example.com'], ['Known@example.com'], ['left@example.com']]);
    await store.write(async (trx) => {
      for (const email of ['known@example.com', 'left@example.com']) await onForm(trx, email);
      await unsubscribe(trx, 'left@example.com');
    });
    const id = await store.write((trx) => keepList(trx, list));
    return { store, command, list, id };
  };
  const state = async (db: Db, email: string) => {
    const row = await findSubscriber(db, email);
    return row && [row.confirmed_at !== null, row.consent];
  };

  test('new addresses are added with the recorded consent; nobody who is there, or who left, is touched', async () => {
    const { store, id } = await scene();
    expect(await keptList(store.db, id)).toMatchObject({
      fresh: [{ email: 'new@example.com' }],
      knownCount: 1,
      leftCount: 1,
    });
    const consent = 'At our stand in Ndola, July 2026';
    expect(await store.write((trx) => importList(trx, id, { consent, asks: true }))).toBe(1);
    expect(await state(store.db, 'new@example.com')).toEqual([true, consent]);
    expect(await state(store.db, 'known@example.com')).toEqual([false, null]);
    expect(await state(store.db, 'left@example.com')).toBeUndefined();
    await expect(keptList(store.db, id)).rejects.toThrow('Choose the file again');
  });

  test('without a recorded consent each new address is asked to confirm', async () => {
    const { store, id } = await scene();
    await store.write((trx) => importList(trx, id, { consent: null, asks: true }));
    expect(await state(store.db, 'new@example.com')).toEqual([false, null]);
    const asked = await store.db
      .selectFrom('messages')
      .select('recipient')
      .where('kind', '=', 'confirm')
      .execute();
    expect(asked).toEqual([{ recipient: 'new@example.com' }]);
  });

  test('a list waits for an hour, and is deleted with a person who is in it', async () => {
    const { store, list, command, id } = await scene();
    const other = await store.write((trx) => keepList(trx, list));
    await command('forget', '--yes', 'NEW@example.com');
    await expect(keptList(store.db, id)).rejects.toThrow('Choose the file again');
    await expect(keptList(store.db, other)).rejects.toThrow('Choose the file again');
    const third = await store.write((trx) => keepList(trx, list));
    // Who was forgotten is not brought back.
    expect(await keptList(store.db, third)).toMatchObject({ fresh: [], leftCount: 2 });
    moveClock(hourMs + 1);
    await expect(keptList(store.db, third)).rejects.toThrow('Choose the file again');
    await store.write((trx) => keepList(trx, list));
    expect(await store.db.selectFrom('subscriber_imports').select('id').execute()).toHaveLength(1);
  });
});
