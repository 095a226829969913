import type { FastifyReply } from 'fastify';

import * as site from '#src/words/site.ts';

/** Sends rows as a CSV file with a header line. A cell that would be a formula becomes text. */
export function sendCsv(reply: FastifyReply, name: string, rows: object[]): FastifyReply {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => cellOf(String(cell ?? ''))).join(site.csvSeparator));
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(`\uFEFF${text.join('\r\n')}\r\n`);
}

function cellOf(text: string): string {
  // Some programs split cells at these characters too.
  const safe = text.replace(/^(?=[=+\-@;\t\r\n])|(?<=[;\t])(?=[=+\-@])/g, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}
