import { createHash } from 'node:crypto';

import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';

import {
  type Arrived,
  type FileEntry,
  largestFileBytes,
  mostFiles,
  partBytes,
  partCount,
  partLength,
} from '#src/contract/attachments.ts';
import { cleanName, isFileType } from '#src/contract/file-types.ts';
import type { Kind } from '#src/contract/form-kinds.ts';
import { readFile } from '#src/contract/read-file.ts';
import { asRecord } from '#src/contract/response.ts';

import type { Db, FileRefusal, Tables, Trx } from '../store/schema.ts';
import { isPostgres } from '../store/store-problems.ts';
import type { Received } from '../store/submissions.ts';

export type Attachment = Selectable<Tables['attachments']>;

/** Files that several submissions of the same text may add to one row; bounds what one token can store. */
const mostOfOwner = 10;
const megabyte = 1_000_000;

/** Skips what names no file, because a file must never hold back the text. Of a type that is not ours, the content decides. */
export function listedFiles(kind: Kind, input: unknown): FileEntry[] {
  const all: unknown[] = Array.isArray(input) ? input : [];
  const files = all.slice(0, mostFiles[kind]).map((one) => {
    const { sha256, name, size, type } = asRecord(one);
    const ours = isFileType(type) ? type : '';
    return { sha256: String(sha256), name: String(name ?? ''), size: Number(size), type: ours };
  });
  return files.filter(
    ({ sha256, size }) =>
      /^[\da-f]{64}$/.test(sha256) && Number.isInteger(size) && size >= 0 && size < 2 ** 31,
  );
}

/** Expects these files for a row. Its other files stay: the same text may have been sent with others before. */
export async function expectFiles(trx: Trx, owner: Received, id: string, files: FileEntry[]): Promise<void> {
  if (files.length === 0) return;
  const known = trx.selectFrom('attachments').select('sha256').where(owner, '=', id);
  const room = mostOfOwner - (await known.execute()).length;
  const time = new Date().toISOString();
  const rows = files.slice(0, Math.max(0, room)).map(({ sha256, name, size, type }) => ({
    id: crypto.randomUUID(),
    application: null,
    enquiry: null,
    [owner]: id,
    sha256,
    name: cleanName(name, isFileType(type) ? type : undefined),
    size,
    type,
    created_at: time,
    heard_at: time,
    refused: refusalOf(size),
  }));
  if (rows.length === 0) return;
  await trx
    .insertInto('attachments')
    .values(rows)
    .onConflict((conflict) => conflict.columns([owner, 'sha256']).doNothing())
    .execute();
}

function refusalOf(size: number): FileRefusal | null {
  if (size === 0) return 'empty';
  return size > largestFileBytes ? 'large' : null;
}

/** `id`: an application's or an enquiry's. */
export function findExpected(db: Db, id: string, sha256: string): Promise<Attachment | undefined> {
  const rows = db.selectFrom('attachments').selectAll().where('sha256', '=', sha256);
  return rows
    .where((row) => row.or([row('application', '=', id), row('enquiry', '=', id)]))
    .executeTakeFirst();
}

export async function arrivedParts(db: Db, file: Attachment): Promise<Arrived> {
  const rows = db.selectFrom('attachment_parts').select('number').where('attachment', '=', file.id);
  const parts = (await rows.orderBy('number').execute()).map(({ number }) => number);
  return { parts, complete: file.arrived_at !== null };
}

/**
 * Stores a part once, if there is room; with the last one, checks the sum and the type. A refusal is not an error, because
 * it must be committed.
 */
export async function storePart(
  trx: Trx,
  id: string,
  number: number,
  bytes: Uint8Array,
  mostMegabytes: number,
): Promise<void> {
  // Locks the row, so that of two last parts at once one sees the other. In PostgreSQL a row that is updated twice in a
  // transaction also locks what it refers to, so an update would deadlock with somebody who deletes the application.
  const row = trx.selectFrom('attachments').selectAll().where('id', '=', id);
  const file = await (isPostgres(trx) ? row.forUpdate() : row).executeTakeFirst();
  if (file === undefined || file.arrived_at !== null || file.refused !== null) return;
  const heard_at = new Date().toISOString();
  if ((await arrivedParts(trx, file)).parts.includes(number)) return update(trx, id, { heard_at });
  if (!(await hasRoom(trx, bytes.length, mostMegabytes * megabyte)))
    return update(trx, id, { heard_at, waits_since: file.waits_since ?? heard_at });
  const part = { attachment: id, number, bytes };
  await trx.insertInto('attachment_parts').values(part).execute();
  const progress = { heard_at, stored: file.stored + bytes.length, waits_since: null };
  if (progress.stored < file.size) return update(trx, id, progress);
  const whole = await bytesOf(trx, id);
  if (createHash('sha256').update(whole).digest('hex') !== file.sha256) return refuse(trx, id, 'sum');
  const { type } = readFile(whole, file.name);
  if (type === undefined) return refuse(trx, id, 'type');
  const name = cleanName(file.name, type);
  return update(trx, id, { ...progress, type, name, arrived_at: heard_at });
}

export function isPartOf({ size }: Attachment, number: number, length: number): boolean {
  return number < partCount(size) && length === partLength(size, number);
}

async function update(trx: Trx, id: string, changes: Updateable<Tables['attachments']>): Promise<void> {
  await trx.updateTable('attachments').set(changes).where('id', '=', id).execute();
}

/** Updates first, so that no part is stored meanwhile. */
async function refuse(trx: Trx, id: string, refused: FileRefusal): Promise<void> {
  await update(trx, id, { refused, stored: 0 });
  await trx.deleteFrom('attachment_parts').where('attachment', '=', id).execute();
}

const sum = sql<number | string>`coalesce(sum(stored), 0)`.as('bytes');

/** Files that wait because there is no room for another part; undefined while there is some. */
export async function waitingForRoom(db: Db, mostMegabytes: number) {
  const all = await db.selectFrom('attachments').select(sum).executeTakeFirstOrThrow();
  if (Number(all.bytes) + partBytes <= mostMegabytes * megabyte) return undefined;
  const waiting = db
    .selectFrom('attachments')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('waits_since').as('since')])
    .where('waits_since', 'is not', null)
    .where('refused', 'is', null);
  const { count, since } = await waiting.executeTakeFirstOrThrow();
  return since === null ? undefined : { count: Number(count), since };
}

async function hasRoom(trx: Trx, more: number, most: number): Promise<boolean> {
  const { bytes } = await trx.selectFrom('attachments').select(sum).executeTakeFirstOrThrow();
  return Number(bytes) + more <= most;
}

async function bytesOf(db: Db, id: string): Promise<Buffer> {
  const rows = db.selectFrom('attachment_parts').select('bytes').where('attachment', '=', id);
  return Buffer.concat((await rows.orderBy('number').execute()).map(({ bytes }) => bytes));
}

/** A complete file. `owner` and `of`: what it must belong to. */
export async function findArrived(db: Db, owner: Received, of: string, id: string) {
  const rows = db.selectFrom('attachments').select(['id', 'name', 'type']).where('id', '=', id);
  const file = await rows.where(owner, '=', of).where('arrived_at', 'is not', null).executeTakeFirst();
  return file && { ...file, bytes: await bytesOf(db, id) };
}

/** The files of these rows, in the order in which they were announced. */
export function filesOf(db: Db, owner: Received, ids: string[]): Promise<Attachment[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const rows = db.selectFrom('attachments').selectAll().where(owner, 'in', ids);
  return rows.orderBy('created_at').orderBy('name').execute();
}

export async function fileNames(db: Db, owner: Received, ids: string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const arrived = (await filesOf(db, owner, ids)).filter(({ arrived_at }) => arrived_at !== null);
  for (const { name, ...file } of arrived) {
    const others = names.get(file[owner] ?? '');
    names.set(file[owner] ?? '', others === undefined ? name : `${others}, ${name}`);
  }
  return names;
}

/** Ends files of which nothing was heard since `time`. Their parts are deleted by `deleteParts`. */
export function endUnfinished(trx: Trx, time: string, most: number) {
  const rows = trx.selectFrom('attachments').select('id').where('heard_at', '<', time).limit(most);
  const late = rows.where('arrived_at', 'is', null).where('refused', 'is', null);
  const ended = trx.updateTable('attachments').set({ refused: 'late', stored: 0 });
  return ended.where('id', 'in', late).returning('id').execute();
}

export const isRefused = sql<boolean>`refused is not null`;

/** A part takes as long to delete as so many rows of text. */
const rowsPerPart = 8;

/** Deletes some parts of these files, in the time that `most` rows of text would take. */
export async function deleteParts(trx: Trx, files: RawBuilder<unknown>, most: number) {
  const { rows } = await sql<{ id?: undefined }>`delete from attachment_parts where (attachment, number) in (
    select attachment, number from attachment_parts where attachment in (select id from attachments where ${files})
    limit ${Math.ceil(most / rowsPerPart)}) returning number`.execute(trx);
  return rows;
}
