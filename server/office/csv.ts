import type { FastifyReply } from 'fastify';

import * as site from '#src/words/site.ts';

import { localValue } from '../lib/local-time.ts';

/**
 * Sends rows as a CSV file with a header line. Spreadsheets read dates as dates, and numbers to call as texts with their
 * zeros; a cell that would be a formula becomes text.
 */
export function sendCsv(reply: FastifyReply, name: string, rows: object[]): FastifyReply {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => cellOf(String(cell ?? ''))).join(site.csvSeparator));
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return reply.type('text/csv; charset=utf-8').send(`\uFEFF${text.join('\r\n')}\r\n`);
}

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function cellOf(value: string): string {
  const text = isoTime.test(value) ? localValue(new Date(value)).replace('T', ' ') : grouped(value);
  if (/^\+?[\d ]+$/.test(text)) return `"${text}"`;
  // Some programs split cells at these characters too. East Asian Excel also reads full-width signs as the beginning of a formula.
  const safe = text.replace(/^(?=[=+\-@＝＋－＠;\t\r\n])|(?<=[;\t])(?=[=+\-@＝＋－＠])/g, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** 0971234567 -> 097 1234567. */
const grouped = (text: string) =>
  text.replace(/^(0\d{2}|\+\d{3})(\d{4,})$/, '$1 $2').replace(/^(\d{8})(\d{8,})$/, '$1 $2');
