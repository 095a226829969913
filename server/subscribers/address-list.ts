import { lineLimit } from '#src/contract/fields.ts';
import { parseEmail, parseText } from '#src/contract/typed-text.ts';
import { shorten } from '#src/lib/shorten.ts';

import { Refusal } from '../lib/refusal.ts';
import { inSlices } from '../lib/slices.ts';
import { contactKey } from '../store/contact-key.ts';

const mostAddresses = 5_000;

export type Address = { email: string; name: string };

/** `others`: the cells that are not used, and how often each stands there. */
export type AddressList = { rows: Address[]; without: string[]; others: Map<string, number> };

/** Reads what was pasted: rows of cells with one address, or several addresses in a line. */
export async function readAddresses(text: string): Promise<AddressList> {
  const list: AddressList = { rows: [], without: [], others: new Map() };
  const lines = text.split(/[\r\n\v]+/).filter((line) => line.trim() !== '');
  const read = (some: string[]) => {
    for (const line of some) readLine(line, list);
  };
  await Array.fromAsync(inSlices((_, most) => lines.splice(0, most), read));
  if (list.rows.length > mostAddresses)
    throw new Refusal(
      422,
      `These are ${list.rows.length} addresses. Paste at most ${mostAddresses} at once.`,
    );
  return list;
}

function readLine(line: string, list: AddressList): void {
  const cells = cellsOf(line);
  const people = new Set(cells.flatMap(emailsIn).map(contactKey));
  if (people.size === 0) list.without.push(line.trim());
  else if (people.size === 1) readRow(cells, list);
  else for (const cell of cells) readSeveral(cell, list);
}

/** What stands between tabs, commas and semicolons outside quotes. */
function cellsOf(line: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === '"') isQuoted = !isQuoted && line.includes('"', at + 1);
    if (!isQuoted && /[\t,;]/.test(sign)) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${sign}`);
  }
  return cells.map((cell) =>
    cell.trim().replace(/^"(.*)"$/, (_, inner) => inner.replaceAll('""', '"').trim()),
  );
}

const emailsIn = (cell: string) =>
  cell.split(/[\s<>()[\]"]+/).flatMap((word) => (word.includes('@') ? parseEmail(word).value || [] : []));

const isName = (cell: string) => /\p{L}/u.test(cell) && !/[\p{N}@<]/u.test(cell);

/** The name is what stands to the left, else the next to the right. */
function readRow(cells: string[], list: AddressList): void {
  const at = cells.findIndex((cell) => emailsIn(cell).length > 0);
  const [email = ''] = emailsIn(cells[at] ?? '');
  const [before = '', after = ''] = (cells[at] ?? '').split(/(?<!\S)\S*@[^\s>]*/, 2);
  const left = [...cells.slice(0, at), before].map(unwrapped);
  const right = [after, ...cells.slice(at + 1)].map(unwrapped);
  const names = left.filter(isName);
  const name = names.length > 0 ? names : right.filter(isName).slice(0, 1);
  list.rows.push({ email, name: nameOf(name.join(' ')) });
  for (const cell of [...left, ...right])
    if (cell !== '' && !name.includes(cell) && emailsIn(cell).length === 0) count(list, cell);
}

/** `ann@x.example`, or `Ann Banda <ann@x.example>`, between blanks. */
function readSeveral(cell: string, list: AddressList): void {
  for (const [, plain = '', inBrackets = ''] of cell.matchAll(/([^<>]*)(?:<([^<>]*)>)?/g)) {
    const words: string[] = [];
    for (const word of plain.split(/\s+/))
      if (!word.includes('@')) words.push(word);
      else if (emailsIn(word).length === 0) list.without.push(word);
      else for (const email of emailsIn(word)) list.rows.push({ email, name: '' });
    const name = unwrapped(words.join(' '));
    const [email] = emailsIn(inBrackets);
    if (email !== undefined) list.rows.push({ email, name: nameOf(name) });
    else if (name !== '') count(list, name);
  }
}

const unwrapped = (cell: string) =>
  cell.trim().replace(/^["'<>()[\]\s]+|(?<!["'<>()[\]\s])["'<>()[\]\s]+$/g, '');

const nameOf = (text: string) => shorten(parseText(text).value, lineLimit - 1);

function count({ others }: AddressList, cell: string): void {
  others.set(cell, (others.get(cell) ?? 0) + 1);
}
