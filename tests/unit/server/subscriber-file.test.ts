import Papa from 'papaparse';
import { expect, test } from 'vitest';

import {
  type ColumnKind,
  columnsOf,
  type MappedList,
  mapTable,
  readTable,
} from '#server/subscribers/subscriber-file.ts';

import { seeded } from '../../kit/seeded.ts';
import { furtherLists, lists } from '../../kit/subscriber-lists.ts';

const read = (text: string | Buffer, fileName = 'list.csv') =>
  readTable({ fileName, bytes: Buffer.from(text as string) });
/** As it is if nobody changes what is preset. */
const preset = (text: string | Buffer) => {
  const table = read(text);
  return mapTable({ table, kinds: table.guesses });
};
const emails = ({ entries }: MappedList) => entries.map(({ email }) => email);
const added = (list: MappedList, ticked: string[][]) =>
  list.entries.filter(({ says }) => !says.some((value, place) => ticked[place]?.includes(value)));
const csv = (rows: string[][], delimiter = ',') => Papa.unparse(rows, { delimiter });

const people = [
  ['Name', 'Town', 'E-mail address'],
  ['Ada Banda', 'Lusaka', 'ada@example.com'],
  ['Désiré', 'Ndola', 'desire@example.com'],
];

test.each([
  ['commas', Buffer.from(csv(people))],
  ['semicolons and a mark', Buffer.from(`\uFEFF${csv(people, ';')}`)],
  ['tabs in UTF-16', Buffer.from(`\uFEFF${csv(people, '\t')}`, 'utf16le')],
  ['Windows-1252', Buffer.from(csv(people, ';'), 'latin1')],
  ["Excel's first line", Buffer.from(`sep=;\r\n${csv(people, ';')}`)],
])('a list with %s is read', (_, bytes) => {
  expect(preset(bytes).entries).toEqual([
    { number: 2, name: 'Ada Banda', email: 'ada@example.com', says: [] },
    { number: 3, name: 'Désiré', email: 'desire@example.com', says: [] },
  ]);
});

test.each(lists)(
  '$tool: who opted out is not added by what is preset, and is asked about',
  ({ csv, says, adds, never }) => {
    const list = preset(csv);
    const asked = list.questions.map(({ head }) => head);
    expect(asked).toEqual(Object.keys(says));
    const byPresets = added(list, list.ticked).map(({ email }) => email);
    for (const email of never) expect(byPresets).not.toContain(email);
    const said = list.questions.map(({ head }) => says[head] ?? []);
    expect(added(list, said).map(({ email }) => email)).toEqual(adds);
  },
);

test.each(Object.entries(furtherLists))('%s: who opted out is not added by what is preset', (_, csv) => {
  const list = preset(csv);
  expect(added(list, list.ticked).map(({ email }) => email)).not.toContain('ben@example.com');
  // Nobody else vanishes: they are asked about.
  expect(emails(list)).toEqual(['ada@example.com', 'ben@example.com']);
});

test('what is known to be a yes is not ticked, and all else is', () => {
  const table = `Email,Status,Bounced,Newsletter\na@example.com,active,,yes\nb@example.com,who knows,hard,no\n`;
  expect(preset(table).ticked).toEqual([['who knows'], ['hard'], ['no']]);
});

test('a column with more than thirty values is asked about as anything or empty', () => {
  const rows = Array.from(
    { length: 40 },
    (_, number) => `p${number}@example.com,${number % 2 ? `2026-01-${number}` : ''}`,
  );
  const { questions, ticked } = preset(`Email,Unsubscribed at\n${rows.join('\n')}\n`);
  expect(questions).toEqual([{ head: 'Unsubscribed at', isOpen: false, values: expect.any(Array) }]);
  expect(ticked[0]).toHaveLength(20);
  const many = Array.from(
    { length: 80 },
    (_, number) => `p${number}@example.com,${number % 2 ? `2026-${number}` : ''}`,
  );
  const open = preset(`Email,Unsubscribed at\n${many.join('\n')}\n`);
  expect(open.questions[0]?.values).toEqual([
    { value: 'anything', count: 40 },
    { value: '', count: 40 },
  ]);
  expect(open.ticked).toEqual([['anything']]);
});

test('the columns that are guessed come first, with their first three values', () => {
  const table = read('Town,Email,Empty,Status\nLusaka,a@example.com,,active\nNdola,b@example.com,,active\n');
  expect(columnsOf(table)).toEqual([
    { index: 1, kind: 'email', head: 'Email', samples: ['a@example.com', 'b@example.com'] },
    { index: 3, kind: 'says', head: 'Status', samples: ['active'] },
    { index: 0, kind: 'none', head: 'Town', samples: ['Lusaka', 'Ndola'] },
  ]);
});

test('without one column of addresses nothing is read', () => {
  const table = read('Email,Other email\na@example.com,b@example.com\n');
  for (const kinds of [[], ['email', 'email'], ['name', 'none']] satisfies ColumnKind[][])
    expect(() => mapTable({ table, kinds })).toThrow('Choose one column that holds the email addresses.');
});

test('rows that cannot be used are named: no address, several, quotes without an end, above the head', () => {
  const list = preset(
    'Our members,\nName,Email\n"Ada,ada@example.com\nBen,ben at example\nEve,"eve@example.com, eve@example.org"\n,\nLiz,LIZ <liz@example.com>\n',
  );
  expect(list).toMatchObject({
    entries: [{ number: 7, email: 'liz@example.com', name: 'Liz' }],
    ...{ above: [1], unreadable: [3], without: [4], several: [5], empty: [6] },
  });
});

test('a line of addresses is a list of them', () => {
  for (const line of [
    'a@example.com, b@example.com; c@example.com',
    'A <a@example.com>, b@example.com,c@example.com\n',
  ])
    expect(emails(preset(line))).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
});

test('in generated lists each row is in one count, and no address appears that its column does not hold', () => {
  const random = seeded(67);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  const address = () => `p${Math.floor(random() * 50)}@example.${pick(['com', 'org', 'co.zm'])}`;
  for (let round = 0; round < 400; round += 1) {
    const cellOf = () =>
      pick([
        address,
        address,
        address,
        () => '',
        () => `Ada <${address()}>`,
        () => `${address()}; ${address()}`,
        () => 'none',
        () => `"${address()}`,
      ])();
    const owner = () => `owner${Math.floor(random() * 3)}@hcs.example`;
    const count = 1 + Math.floor(random() * 30);
    const quoted = (cell: string) =>
      pick([
        cell,
        cell,
        /[,"\n]/.test(cell) && !cell.startsWith('"p') ? `"${cell.replaceAll('"', '""')}"` : cell,
        `"${cell}`,
      ]);
    const titles = Array.from({ length: Math.floor(random() * 3) }, () => 'Export,,');
    const rows = Array.from({ length: count }, () =>
      random() < 0.1
        ? ',,'
        : `${pick(['Ada', 'B "x" C', '', 'Two'])},${quoted(cellOf().replaceAll(',', ''))},${owner()}`,
    );
    const text = [...titles, 'Name,Email,Owner email', ...rows, `Last,${address()},`].join('\n');
    const list = preset(text);
    const { above, unreadable, entries, empty, without, several } = list;
    const counted = [above, unreadable, entries.map(({ number }) => number), empty, without, several].flat();
    const lines = Array.from({ length: titles.length + 1 + count + 1 }, (_, index) => index + 1);
    // A quoted cell may hold line breaks: then there are fewer rows than lines.
    expect(new Set(counted).size, text).toBe(counted.length);
    if (!text.includes('"'))
      expect(
        counted.sort((one, other) => one - other),
        text,
      ).toEqual(lines.filter((line) => line !== titles.length + 1));
    for (const { email } of entries) {
      expect(email, text).not.toContain('owner');
      expect(text, text).toContain(email);
    }
  }
});

test.each([
  ['unsubscribed_members_export_1a2b.csv', Buffer.from('Email\na@example.com'), 'must get nothing any more'],
  ['cleaned_members_export_1a2b.csv', Buffer.from('Email\na@example.com'), 'must get nothing any more'],
  ['list.csv', Buffer.alloc(0), 'is empty'],
  ['list.csv', Buffer.from('Name\nAda\n'), 'contains no email addresses'],
  ['list.xlsx', Buffer.from('PK\x03\x04'), 'Save it as CSV'],
  ['list.csv', Buffer.alloc(2_000_001, 'a'), 'larger than 2 MB'],
  ['list.csv', Buffer.from('\n'.repeat(60_000)), 'more than 50000 rows'],
])('%s is refused %#', (name, bytes, problem) => {
  expect(() => readTable({ fileName: name, bytes })).toThrow(problem);
});
