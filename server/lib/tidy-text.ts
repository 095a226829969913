import { withLineBreaks } from '#src/contract/validation.ts';

/** Rewrites text pasted from Word, email or elsewhere as Markdown. Rewriting twice changes nothing. */
export function tidyText(text: string): string {
  // One ends a paragraph.
  const lines = withLineBreaks(text.replaceAll('\u2029', '\n\n')).split('\n');
  const parts: { isCode: boolean; lines: string[] }[] = [];
  let fence: RegExp | undefined;
  for (const line of lines) {
    const opened = fence === undefined ? fenceOf(line) : undefined;
    const isCode = fence !== undefined || opened !== undefined;
    if (parts.at(-1)?.isCode !== isCode) parts.push({ isCode, lines: [] });
    parts.at(-1)?.lines.push(line);
    fence = opened ?? (fence?.test(line) ? undefined : fence);
  }
  const tidied = parts.flatMap(({ isCode, lines: own }) =>
    isCode ? own : withoutIndents(withLists(withTables(withoutUnderlines(own)))),
  );
  return tidied.join('\n').trim();
}

/** Returns what closes the code that begins on this line. */
function fenceOf(line: string): RegExp | undefined {
  const [, fence] = /^\s*(`{3,}|~{3,}(?!~))[^`]*$/.exec(line) ?? [];
  return fence === undefined ? undefined : new RegExp(`^\\s*${fence}+\\s*$`);
}

const isBlank = (line = '') => line.trim() === '';

/** A line of dashes directly under a text, such as a signature, ends the paragraph. */
function withoutUnderlines(lines: string[]): string[] {
  const isText = (line = '') => !isBlank(line) && !/^\s*(?:[#|]|[-=*_]{2,}\s*$)/.test(line);
  return lines.map((line, index) =>
    /^ {0,3}(?:-{2,}|={2,})\s*$/.test(line) && isText(lines[index - 1]) ? '' : line,
  );
}

/** Word's bullets and numbers; `o`, dashes and numbers count only before a tab or a wide gap. */
const bullet =
  /^([\s\u00a0]*)([•●◦○‣⁃∙·▪■□▫\uf0b7\uf0a7]|[o§](?=[ \u00a0]*(?:\t|[ \u00a0]{2}))|[–—-](?=[ \u00a0]*\t)|\d{1,3}[.)](?=[ \u00a0]*\t[^\t]*$))[\s\u00a0]*/;

/** Rows of cells between tabs; the first one becomes the head. */
function withTables(lines: string[]): string[] {
  const made: string[] = [];
  for (let start = 0; start < lines.length; ) {
    let end = start;
    while (isRow(lines[end])) end += 1;
    const rows = lines.slice(start, end).map((line) => line.split('\t').map((cell) => cell.trim()));
    const width = Math.max(0, ...rows.map((row) => row.length));
    const isTable = rows.length > 1 && (width > 2 || rows.some(([first]) => first !== ''));
    if (isTable) {
      if (!isBlank(made.at(-1))) made.push('');
      made.push(
        ...rows.map((row) => rowOf(row, width)).toSpliced(1, 0, rowOf(Array(width).fill('---'), width)),
      );
      if (!isBlank(lines[end])) made.push('');
    } else made.push(...lines.slice(start, Math.max(end, start + 1)));
    start = Math.max(end, start + 1);
  }
  return made;
}

const isRow = (line = '') => !isBlank(line) && line.includes('\t') && !bullet.test(line);

const rowOf = (cells: string[], width: number) =>
  `| ${Array.from({ length: width }, (_, index) => (cells[index] ?? '').replace(/(?<!\\)\|/g, '\\|')).join(' | ')} |`;

/** Makes list items of lines with bullets. Another bullet or indent than the one above is one level deeper, until it returns. */
function withLists(lines: string[]): string[] {
  const made: string[] = [];
  let levels: { key: string; width: number }[] = [];
  const indentOf = (all: typeof levels) => ' '.repeat(all.reduce((sum, { width }) => sum + width, 0));
  for (const [index, line] of lines.entries()) {
    const [whole, indent = '', mark = ''] = bullet.exec(line) ?? [];
    if (whole !== undefined) {
      const isNumber = /\d/.test(mark);
      const key = `${indent}${isNumber ? '1' : mark}`;
      const known = levels.findIndex((level) => level.key === key);
      const marker = isNumber ? mark : '-';
      const parents = known < 0 ? levels : levels.slice(0, known);
      levels = [...parents, { key, width: marker.length + 1 }];
      made.push(`${indentOf(parents)}${marker} ${line.slice(whole.length).trim()}`);
    } else if (levels.length === 0 || isBlank(line)) made.push(line);
    else if (/^[\s\u00a0]/.test(line) && !isBlank(lines[index - 1])) {
      made.push(indentOf(levels) + line.trim());
    } else {
      levels = [];
      if (!isBlank(made.at(-1))) made.push('');
      made.push(line.replace(/^[\s\u00a0]+/, ''));
    }
  }
  return made;
}

/** Removes a first line's indent; below a list, it would make the paragraph part of the last item. */
function withoutIndents(lines: string[]): string[] {
  let isList = false;
  return lines.map((line, index) => {
    if (/^\s*(?:[-*+]|\d+[.)])\s/.test(line)) isList = true;
    else if (isList && /^\S/.test(line) && isBlank(lines[index - 1])) isList = false;
    const isFirst = !isList && isBlank(lines[index - 1]);
    return isFirst ? line.replace(/^(?: {4}|\t|\u00a0)[\s\u00a0]*(?=\S)/, '') : line;
  });
}
