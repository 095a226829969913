import { basename } from 'node:path';

import Papa from 'papaparse';

import { checkFields, lineLimit } from '#src/contract/fields.ts';
import { forms } from '#src/contract/forms.ts';
import { parseText } from '#src/contract/typed-text.ts';
import { excerpt } from '#src/lib/excerpt.ts';

import { decodeText } from '../lib/decode-text.ts';
import { Refusal } from '../lib/refusal.ts';

export const mostListBytes = 2_000_000;

export type Entry = { email: string; name: string };
export type SubscriberList = {
  entries: Entry[];
  /** Addresses whose status in any row says that nobody may write to them. */
  endedCount: number;
  /** Rows whose address another row has too. */
  twiceCount: number;
  /** Texts in the column of addresses that are none, with their rows. */
  invalid: string[];
};

const endWords =
  /unsub|non-?subscri|bounc|clean|complain|abuse|spam|junk|block|blacklist|suppress|inactive|disabled|invalid|removed|deleted|archived|opt(?:ed)?[ -]?out|unconfirmed|pending/i;
/** A whole cell that says so counts in any column. */
const endCell = /^(?:unsubscribed|bounced|hard bounce|cleaned|complained|blocklisted)$/i;
const statusColumn = /status|subscri|consent|preference|^state$/;
/** A value in such a column ends the subscription: a date, a reason or "yes". */
const endColumn = /unsub|bounce|clean|complain|spam|suppress|optout|deleted|disabled|block|blacklist/;
/** "No" in such a column ends it too. */
const consentColumn = /^(?:is)?subscribed|accepts|optin|consent|newsletter|^enabled$|^active$|^confirmed$/;
const isNo = (cell: string) => /^(?:|0|no?|false|never|null|none|-)$/i.test(cell);

/** Reads a list from a spreadsheet or a newsletter service; its columns may have any order. */
export function readSubscriberList(fileName: string, bytes: Buffer): SubscriberList {
  if (/^(?:(?:un|non)subscribed|cleaned)[_-]/i.test(basename(fileName)))
    throw refused(
      'lists the people who must get nothing any more. Choose the file that begins with “subscribed”.',
    );
  if (bytes.length === 0) throw refused('is empty.');
  if (bytes.length > mostListBytes)
    throw refused(`is larger than ${mostListBytes / 1_000_000} MB. Split it in two.`);
  if (/^(?:PK|\xd0\xcf)/.test(bytes.subarray(0, 2).toString('latin1')))
    throw refused('is a spreadsheet or an archive. Save it as CSV.');
  const text = decodeText(bytes)?.replace(/^\uFEFF?sep=.\r?\n/i, '');
  if (text === undefined)
    throw refused('is not a CSV file, or its encoding is unknown. Save it as CSV in UTF-8.');
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  const rows = data.map((cells) => cells.map((cell) => cell.trim()));
  const column = columnOfAddresses(rows);
  if (column === undefined) throw refused('contains no email addresses.');
  const hasHead = addressIn(rows[0]?.[column]) === undefined;
  const head = hasHead ? (rows[0] ?? []).map((name) => name.toLowerCase().replace(/[^\p{L}]/gu, '')) : [];
  const nameOf = nameReader(head);
  const wanted = new Map<string, Entry>();
  const ended = new Set<string>();
  const invalid: string[] = [];
  for (const [index, cells] of rows.entries()) {
    if (hasHead && index === 0) continue;
    const email = addressIn(cells[column]);
    if (email === undefined) invalid.push(`row ${index + 1}: ${excerpt(cells[column] || '(empty)', 60)}`);
    else if (hasEnded(head, cells)) ended.add(email.toLowerCase());
    else if (!wanted.has(email.toLowerCase()))
      wanted.set(email.toLowerCase(), { email, name: nameOf(cells) });
  }
  // Who unsubscribed in one row has unsubscribed, whatever the others say.
  for (const email of ended) wanted.delete(email);
  const rowCount = rows.length - Number(hasHead) - invalid.length;
  return {
    entries: [...wanted.values()],
    endedCount: ended.size,
    twiceCount: rowCount - wanted.size - ended.size,
    invalid,
  };
}

const refused = (problem: string) => new Refusal(422, `This file ${problem}`);

/** Understands `Ada Banda <ada@example.com>` too. */
function addressIn(cell = ''): string | undefined {
  const typed = /<([^<>]+)>/.exec(cell)?.[1] ?? cell;
  const checked = checkFields({ email: forms.subscribe.fields.email }, { email: typed });
  return checked.ok ? checked.value.email : undefined;
}

function columnOfAddresses(rows: string[][]): number | undefined {
  const counts = new Map<number, number>();
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      if (cell.includes('@') && addressIn(cell) !== undefined)
        counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

function hasEnded(head: string[], cells: string[]): boolean {
  return cells.some((cell, index) => {
    const name = head[index] ?? '';
    if (endCell.test(cell)) return true;
    if (endColumn.test(name)) return !isNo(cell);
    if (consentColumn.test(name) && cell !== '' && isNo(cell)) return true;
    return statusColumn.test(name) && endWords.test(cell);
  });
}

function nameReader(head: string[]): (cells: string[]) => string {
  const at = (pattern: RegExp) => head.findIndex((name) => pattern.test(name));
  const whole = at(/^(?:full)?names?$|^(?:contact|subscriber|display)name$/);
  const parts = [
    at(/^(?:first|given|fore)name$|^fname$|^vorname$|^prénom$/),
    at(/^(?:last|family|sur)name$|^lname$|^nachname$|^nom$/),
  ];
  const columns = whole < 0 ? parts : [whole];
  return (cells) =>
    excerpt(
      columns
        .map((column) => parseText(cells[column] ?? '').value)
        .filter(Boolean)
        .join(' '),
      lineLimit - 1,
    );
}
