import { basename } from 'node:path';

import Papa from 'papaparse';

import { lineLimit } from '#src/contract/fields.ts';
import { parseEmail, parseText } from '#src/contract/typed-text.ts';
import { shorten } from '#src/lib/shorten.ts';

import { decodeText } from '../lib/decode-text.ts';
import { Refusal } from '../lib/refusal.ts';
import { contactKey } from '../store/contact-key.ts';

const mostListBytes = 2_000_000;
const mostRows = 50_000;
/** With more different values than this in a column, only "anything" and "empty" are told apart. */
const mostValues = 30;

/** What a column holds. `says`: who must not be written to. */
export const columnKinds = {
  email: 'Email address',
  name: 'Name',
  last: 'Last name',
  says: 'Says who must not be written to',
  none: 'Not used',
};
export type ColumnKind = keyof typeof columnKinds;

/** Cells below the head, which is empty in a list without one. Rows have their numbers in the file, from 1. */
export type Table = {
  head: string[];
  rows: { number: number; cells: string[] }[];
  /** Rows above the head, and rows whose quotes have no end. */
  above: number[];
  unreadable: number[];
  guesses: ColumnKind[];
};

export type Entry = { number: number; email: string; name: string; says: string[] };
/** `values`: the different values of a column that says who must not be written to, with the number of their rows. */
export type Question = { head: string; isOpen: boolean; values: { value: string; count: number }[] };
export type MappedList = Pick<Table, 'above' | 'unreadable'> & {
  entries: Entry[];
  questions: Question[];
  /** For each question, the values of those who are not added. */
  ticked: string[][];
  /** What was typed before the rows were counted again. */
  typed?: { how: string; consent: string };
  empty: number[];
  without: number[];
  several: number[];
};

/** A list as it was read, and then as a person has said what its columns hold. */
export type KeptList = { table: Table } | { list: MappedList };

/** All addresses in it, in any column. */
export function addressesOf(kept: KeptList): string[] {
  if ('list' in kept) return kept.list.entries.map(({ email }) => email);
  return kept.table.rows.flatMap(({ cells }) => cells.flatMap(addressesIn));
}

/** Reads a list from a spreadsheet or a newsletter service, and guesses what its columns hold. */
export function readTable({ fileName, bytes }: { fileName: string; bytes: Uint8Array }): Table {
  if (/^(?:(?:un|non)subscribed|cleaned)[_-]/i.test(basename(fileName)))
    throw refused(
      'lists the people who must get nothing any more. Choose the file that begins with “subscribed”.',
    );
  if (bytes.length === 0) throw refused('is empty.');
  if (bytes.length > mostListBytes)
    throw refused(`is larger than ${mostListBytes / 1_000_000} MB. Split it in two.`);
  if (/^(?:PK|\xd0\xcf)/.test(Buffer.from(bytes.subarray(0, 2)).toString('latin1')))
    throw refused('is a spreadsheet or an archive. Save it as CSV.');
  const text = decodeText(bytes)?.replace(/^\uFEFF?sep=.\r?\n/i, '');
  if (text === undefined)
    throw refused('is not a CSV file, or its encoding is unknown. Save it as CSV in UTF-8.');
  const { records, unreadable } = readRecords(text);
  if (records.length > mostRows) throw refused(`has more than ${mostRows} rows. Split it in two.`);
  const rows = onlyAddresses(records) ?? records.map((cells, index) => ({ number: index + 1, cells }));
  const first = rows.findIndex(({ cells }) => cells.some((cell) => addressIn(cell) !== undefined));
  if (first === -1) throw refused('contains no email addresses.');
  const headAt = headAbove(rows.slice(0, first).map(({ cells }) => cells));
  const head = rows[headAt]?.cells ?? [];
  const table = {
    head: head.map((name) => shorten(name, 60)),
    rows: rows.slice(headAt + 1).filter(({ number }) => !unreadable.includes(number)),
    above: rows.slice(0, Math.max(headAt, 0)).map(({ number }) => number),
    unreadable,
  };
  return { ...table, guesses: guess(table) };
}

const refused = (problem: string) => new Refusal(422, `This file ${problem}`);

/** All records, also empty ones. A record whose quotes are wrong ends with its line, so that it swallows no others. */
function readRecords(text: string): { records: string[][]; unreadable: number[] } {
  const records: string[][] = [];
  const unreadable: number[] = [];
  let rest = text;
  const known: Papa.ParseConfig = { delimiter: delimiterOf(text) };
  while (rest !== '') {
    let start = 0;
    let wrong = -1;
    Papa.parse<string[]>(rest, {
      ...known,
      step({ data, errors, meta }, parser) {
        known.newline = meta.linebreak as '\n';
        if (errors.some(({ type }) => type === 'Quotes')) wrong = start;
        if (wrong !== -1) return parser.abort();
        records.push(data.map((cell) => cell.trim()));
        start = meta.cursor;
      },
    });
    if (wrong === -1) break;
    const end = rest.indexOf(known.newline ?? '\n', wrong);
    unreadable.push(records.push([]));
    rest = end === -1 ? '' : rest.slice(end + (known.newline ?? '\n').length);
  }
  // The last line ends with a line break.
  if (records.at(-1)?.join('') === '' && !unreadable.includes(records.length)) records.pop();
  return { records, unreadable };
}

/** The one that gives most rows the same number of cells; Papa finds none in a list of two columns with a title. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/, 50);
  const fits = [',', ';', '\t', '|'].map((delimiter) => {
    const widths = lines.map((line) => line.split(delimiter).length);
    const counts = widths.map((width) => (width > 1 ? widths.filter((one) => one === width).length : 0));
    return { delimiter, count: Math.max(0, ...counts) };
  });
  return fits.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ',';
}

/** Addresses only, several in a line: each is a row of its own. */
function onlyAddresses(records: string[][]): Table['rows'] | undefined {
  const parts = records.flat().flatMap((cell) => cell.split(/[;,]/).filter((part) => part.trim() !== ''));
  if (parts.length <= records.length || parts.some((part) => addressIn(part) === undefined)) return undefined;
  return parts.map((part, index) => ({ number: index + 1, cells: [part.trim()] }));
}

const emailHead =
  /^(?:e ?mail|mail|courriel|correo|email addresse?s?|e ?mail ?adresse|adresse (?:e ?)?mail)(?: address| 1| value)?$/;

/** The one that names a column of addresses, or the first of those with most cells. */
function headAbove(rows: string[][]): number {
  const named = rows.findIndex((cells) => cells.some((cell) => emailHead.test(plain(cell))));
  const widths = rows.map((cells) => cells.filter(Boolean).length);
  const widest = Math.max(0, ...widths);
  return named === -1 && widest > 0 ? widths.indexOf(widest) : named;
}

/** `HasOptedOut_ofEmail` -> `has opted out of email`. */
const plain = (head = '') =>
  head
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** The only address in a cell; understands `Ada Banda <ada@example.com>` too. */
function addressIn(cell = ''): string | undefined {
  const found = addressesIn(cell);
  return found.length === 1 ? found[0] : undefined;
}

function addressesIn(cell: string): string[] {
  // A cell with several lines has swallowed the rows below it.
  if (!cell.includes('@') || cell.includes('\n')) return [];
  if (cell.indexOf('@') === cell.lastIndexOf('@')) return [parseEmail(cell).value].filter(Boolean);
  const parts = cell.split(/[\s,;|<>]+/).map((part) => parseEmail(part).value);
  return [...new Map(parts.filter(Boolean).map((email) => [contactKey(email), email])).values()];
}

const against =
  /opt(?:ed)? ?out|unsub|abgemeldet|abmeld|widerr|désab|désinsc|bounce|clean|compla|spam|suppress|block(?:ed|list)|blacklist|do not|don t|\bdnc\b|no bulk|on hold|cancel|removed|deleted|disabled|invalid|baja/;
const asks =
  /subscri|status|consent|opt(?:ed)? ?in|accept|allow|permi|newsletter|mailing|marketing|abonn|einwillig|zustimm|erlaub|werb|sperr|inscri|suscri|preference|^enabled$|^active$|^confirmed$|gdpr|dsgvo|rgpd/;
const isFigure = /\b(?:rate|link|url|count|score|number|source|list|id)s?$/;
const isMoment = /\b(?:time|date|ip|at|on|since)$/;
const endCell = /^(?:unsubscribed|bounced|hard bounce|cleaned|complained|blocklisted|opted out|abgemeldet)$/i;

/** Presets what each column holds. It decides nothing: a person sees it and presses. */
function guess({ head, rows }: Pick<Table, 'head' | 'rows'>): ColumnKind[] {
  const columns = Array.from({ length: widthOf(rows) }, (_, index) => {
    const name = plain(head[index]);
    const cells = rows.map((row) => row.cells[index] ?? '');
    const addresses = new Set(cells.map(addressIn).filter(Boolean)).size;
    const isEmail = emailHead.test(name);
    const says =
      cells.some((cell) => endCell.test(cell)) ||
      (!isFigure.test(name) && (against.test(name) || (asks.test(name) && !isMoment.test(name))));
    return { index, name, says, rank: addresses === 0 ? 0 : addresses + (isEmail ? rows.length + 1 : 0) };
  });
  const email = columns.toSorted((one, other) => other.rank - one.rank)[0];
  const at = (pattern: RegExp) => columns.find(({ name }) => pattern.test(name));
  const first = at(/^(?:first|given|fore) ?name$|^fname$|^vorname$|^prénom$/);
  const whole = at(/^(?:full |contact |subscriber |display )?names?$/);
  const last = at(/^(?:last|family|sur) ?name$|^lname$|^nachname$|^nom$/);
  return columns.map((column) => {
    if (column === email) return 'email';
    if (column === (whole ?? first)) return 'name';
    if (column.says) return 'says';
    return column === last && !whole ? 'last' : 'none';
  });
}

const widthOf = (rows: Table['rows']) => rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

/** The columns that hold anything, guessed ones first. */
export function columnsOf({ head, rows, guesses }: Table) {
  const columns = guesses.map((kind, index) => {
    const cells = rows.map((row) => row.cells[index] ?? '').filter(Boolean);
    return {
      index,
      kind,
      head: head[index] || `Column ${index + 1}`,
      samples: [...new Set(cells)].slice(0, 3),
    };
  });
  const filled = columns.filter(({ samples }) => samples.length > 0);
  return filled.toSorted((one, other) => Number(one.kind === 'none') - Number(other.kind === 'none'));
}

/** Reads the rows as a person has said what the columns hold, and forgets the columns that are not used. */
export function mapTable({ table, kinds }: { table: Table; kinds: ColumnKind[] }): MappedList {
  const at = (wanted: ColumnKind) => kinds.flatMap((kind, index) => (kind === wanted ? [index] : []));
  const [email, ...others] = at('email');
  if (email === undefined || others.length > 0)
    throw new Refusal(422, 'Choose one column that holds the email addresses.');
  const names = [...at('name'), ...at('last')];
  const says = at('says');
  const list: MappedList = {
    above: table.above,
    unreadable: table.unreadable,
    ...{ entries: [], questions: [], ticked: [], empty: [], without: [], several: [] },
  };
  for (const { number, cells } of table.rows) {
    const addresses = addressesIn(cells[email] ?? '');
    const [address] = addresses;
    const name = names.map((index) => parseText(cells[index] ?? '').value).filter(Boolean);
    if (cells.every((cell) => cell === '')) list.empty.push(number);
    else if (addresses.length > 1) list.several.push(number);
    else if (address === undefined) list.without.push(number);
    else
      list.entries.push({
        ...{ number, email: address, name: shorten(name.join(' '), lineLimit - 1) },
        says: says.map((index) => cells[index] ?? ''),
      });
  }
  for (const [place, index] of says.entries()) {
    const head = table.head[index] || `Column ${index + 1}`;
    const counts = new Map<string, number>();
    for (const { says } of list.entries)
      counts.set(says[place] ?? '', (counts.get(says[place] ?? '') ?? 0) + 1);
    const isOpen = counts.size > mostValues;
    if (isOpen) for (const entry of list.entries) entry.says[place] = entry.says[place] ? 'anything' : '';
    const empty = counts.get('') ?? 0;
    const open = new Map([
      ['anything', list.entries.length - empty],
      ...(empty > 0 ? [['', empty] as const] : []),
    ]);
    const values = [...(isOpen ? open : counts)].map(([value, count]) => ({ value, count }));
    list.questions.push({ head, isOpen, values });
    list.ticked.push(values.map(({ value }) => value).filter((value) => !isYes(plain(head), value)));
  }
  return list;
}

/** Known to mean that this person may be written to. */
function isYes(head: string, value: string): boolean {
  if (against.test(head)) return /^(?:|0|no?|false|never|none|null|-|nein|non|allow(?:ed)?)$/i.test(value);
  if (!asks.test(head)) return value === '';
  if (/^(?:subscribed|active|enabled|confirmed|opted[ -]?in|allowed|abonniert|angemeldet)$/i.test(value))
    return true;
  return !/status|state/.test(head) && /^(?:1|y|yes|true|ja|oui|si|sí|allow)$/i.test(value);
}
