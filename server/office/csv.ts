import { Readable } from 'node:stream';

import type { FastifyReply, FastifyRequest } from 'fastify';

import * as site from '#src/words/site.ts';

import { localValue } from '../lib/local-time.ts';
import type { Db } from '../store/schema.ts';
import { fieldsOf, personOf } from './form.ts';
import { logAction } from './log.ts';
import type { Section } from './open-section.ts';

type Rows = (db: Db, asked: URLSearchParams) => AsyncIterable<object[]>;

/**
 * Serves the download of a list as a CSV file with a header line, while `read` reads it, as fast as its reader takes it.
 * Spreadsheets read dates as dates, and numbers to call as texts with their zeros; a cell that would be a formula becomes
 * text.
 */
export function serveCsv(section: Section, name: string, read: Rows): void {
  const { app, options } = section;
  app.post(`${options.config.section}.csv`, options, (...asked) => download(section, name, read, ...asked));
}

async function download(
  { store }: Section,
  name: string,
  read: Rows,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  await store.write((trx) => logAction(trx, personOf(request).id, `downloaded ${name}`));
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  const text = csvOf(read(store.db, fieldsOf(request)));
  return reply.type('text/csv; charset=utf-8').send(Readable.from(text, { highWaterMark: 1 }));
}

async function* csvOf(slices: AsyncIterable<object[]>) {
  let isBegun = false;
  yield '\uFEFF';
  for await (const rows of slices) {
    const head: string[][] = isBegun || rows[0] === undefined ? [] : [Object.keys(rows[0])];
    isBegun ||= head.length > 0;
    yield [...head, ...rows.map((row) => Object.values(row))].map(lineOf).join('');
  }
  if (!isBegun) yield lineOf([]);
}

const lineOf = (cells: unknown[]) =>
  `${cells.map((cell) => cellOf(String(cell ?? ''))).join(site.csvSeparator)}\r\n`;

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
