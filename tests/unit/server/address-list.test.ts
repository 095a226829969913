import { expect, test } from 'vitest';

import { readAddresses } from '#server/subscribers/address-list.ts';

test.each<[string, string, [string, string][], string[]?, string[]?]>([
  [
    'rows of a sheet, with a column that nobody judges',
    'Chola Banda\tchola@example.com\tSubscribed\nMary Phiri\tmary@example.com\tUnsubscribed\n',
    [
      ['chola@example.com', 'Chola Banda'],
      ['mary@example.com', 'Mary Phiri'],
    ],
    [],
    ['Subscribed', 'Unsubscribed'],
  ],
  [
    'the “To” line of Outlook',
    '"Banda, Chola" <chola@example.com>; "Mary" <mary@example.com>',
    [
      ['chola@example.com', 'Banda, Chola'],
      ['mary@example.com', 'Mary'],
    ],
  ],
  [
    'quoted cells between semicolons',
    '"Chola Banda";"chola@example.com";"2026-07-03"\n',
    [['chola@example.com', 'Chola Banda']],
    [],
    ['2026-07-03'],
  ],
  [
    'a head, and the name to the right',
    'Email\tFirst\tLast\r\nchola@example.com\tChola\tBanda\r\n',
    [['chola@example.com', 'Chola']],
    ['Email\tFirst\tLast'],
    ['Banda'],
  ],
  [
    'a number, two names, and an address that is none',
    '1\tChola\tBanda\tchola@example.com\n2\tMary\tPhiri\tmary@example\n',
    [['chola@example.com', 'Chola Banda']],
    ['2\tMary\tPhiri\tmary@example'],
    ['1'],
  ],
  [
    'addresses between blanks, commas and nothing else',
    'chola@example.com mary@example.com, CHOLA@example.com',
    [
      ['chola@example.com', ''],
      ['mary@example.com', ''],
      ['CHOLA@example.com', ''],
    ],
  ],
  ['an address that is its own name', '"ann@x.example" <ann@x.example>', [['ann@x.example', '']]],
  [
    'a quote without an end',
    'Ann "the boss, ann@x.example, Ndola',
    [['ann@x.example', 'Ann "the boss']],
    [],
    ['Ndola'],
  ],
  ['quotes in quotes', '"Ann ""Boss"" Banda",ann@x.example', [['ann@x.example', 'Ann "Boss" Banda']]],
  [
    'one of several that is none',
    "Ann Banda <ann@x.example>, Ben, bob@; 'o'brien@x.example'",
    [
      ['ann@x.example', 'Ann Banda'],
      ["o'brien@x.example", ''],
    ],
    ['bob@'],
    ['Ben'],
  ],
  [
    'a name without brackets',
    'Ann Banda ann@x.example\n\nmailto:ben@x.example (Ben)',
    [
      ['ann@x.example', 'Ann Banda'],
      ['ben@x.example', 'Ben'],
    ],
  ],
])('a paste is understood: %s', async (_, paste, rows, without = [], others = []) => {
  const list = await readAddresses(paste);
  expect(list.rows.map(({ email, name }) => [email, name])).toEqual(rows);
  expect(list.without).toEqual(without);
  expect([...list.others.keys()]).toEqual(others);
});

test('cells that are not used are counted; more than 5,000 addresses are refused', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, number) => `a${number}@x.example\tUnsubscribed\tLusaka`).join('\n');
  expect((await readAddresses(rows(5_000))).others).toEqual(new Map([['Lusaka', 5_000]]));
  await expect(readAddresses(rows(5_001))).rejects.toMatchObject({ statusCode: 422 });
});
