/** A file for a spreadsheet: a line of names, and one for each row. A cell that would be a formula becomes text. */
export function csvOf(rows: object[]): string {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => cellOf(String(cell ?? ''))).join(','));
  return `\uFEFF${text.join('\r\n')}\r\n`;
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
