export type Row = Record<string, string>;

const widestCell = 40;
/** What somebody has to copy is never cut. */
const wholeColumns = ['email', 'id', 'vacancy'];

/** What the operator reads of a request that came with its honeypot filled. */
export function markOf(flagged: number): string {
  return flagged === 0 ? '' : 'robot?';
}

/** RFC 4180, with a byte order mark so that spreadsheets read UTF-8. */
export function asCsv(rows: Row[], columns: string[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  return `\uFEFF${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * Spreadsheets run a cell that begins like a formula; a quote in front makes it text.
 * By hand: csv-stringify's `escape_formulas` leaves out blanks before the sign, `|` and `%`.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function csvCell(value: string): string {
  const safe = /^\s*[=+\-@|%\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function asTable(rows: Row[], columns: string[]): string {
  if (rows.length === 0) return 'None.';
  const lines = [
    columns,
    ...rows.map((row) => columns.map((column) => tableCell(row[column] ?? '', column))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => width(cells[index] ?? ''))));
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One line, without characters that steer a terminal. */
function tableCell(value: string, column: string): string {
  const line = [...value.replace(/[\p{Cc}\s]+/gu, ' ').trim()];
  if (line.length <= widestCell || wholeColumns.includes(column)) return line.join('');
  return `${line.slice(0, widestCell - 1).join('')}…`;
}

function width(text: string): number {
  return [...text].length;
}
