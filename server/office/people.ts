import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Selectable } from 'kysely';

import { parseEmail } from '#src/contract/typed-text.ts';

import { hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import { signature } from '../store/facts.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';

export type Role = Tables['people']['role'];
export type Person = Selectable<Tables['people']>;

const invitationMs = 24 * hourMs;
const mailedLinkMs = hourMs / 4;
const mostMailedLinks = 3;
/** Days without use after which a session expires. */
export const sessionDays = 30;

const before = (ms: number) => new Date(Date.now() - ms).toISOString();
const after = (ms: number) => new Date(Date.now() + ms).toISOString();

export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Includes the last use of any of their sessions; null if there is none. */
export function allPeople(db: Db) {
  return db
    .selectFrom('people')
    .leftJoin('sessions', 'sessions.person', 'people.id')
    .select(['people.id', 'email', 'role'])
    .select(({ fn }) => fn.max('used_at').as('lastHere'))
    .groupBy(['people.id', 'email', 'role'])
    .orderBy('email')
    .execute();
}

export async function readPerson(db: Db, id: string) {
  return db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Reads an unused invitation, whose token is derived again. */
export async function readInvitation(db: Db, id: string) {
  const row = await db
    .selectFrom('links')
    .innerJoin('people', 'people.id', 'links.person')
    .select(['email', 'expires_at'])
    .where('links.id', '=', id)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return row && { ...row, token: await linkToken(db, id) };
}

/** Adds a person; an existing one keeps the role. Returns a link that works once, for a day. */
export async function invite(trx: Trx, address: string, role: Role = 'all') {
  const email = parseEmail(address).value.toLowerCase();
  if (!email) throw new Refusal(422, `"${address}" is not an email address.`);
  const known = await trx.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst();
  const person = known ?? { id: crypto.randomUUID(), email, role, created_at: new Date().toISOString() };
  if (known === undefined) await trx.insertInto('people').values(person).execute();
  const link = await addLink(trx, person.id, invitationMs);
  return { person, isKnown: known !== undefined, link, token: await linkToken(trx, link) };
}

/** Stores a link if the address is known and has fewer than three; otherwise returns undefined. */
export async function addMailedLink(trx: Trx, address: string): Promise<string | undefined> {
  const person = await trx
    .selectFrom('people')
    .select('id')
    .where('email', '=', address.toLowerCase())
    .executeTakeFirst();
  if (person === undefined) return undefined;
  // Invitations expire later.
  const valid = await trx
    .selectFrom('links')
    .select('id')
    .where('person', '=', person.id)
    .where('expires_at', '>', after(0))
    .where('expires_at', '<=', after(mailedLinkMs))
    .execute();
  return valid.length < mostMailedLinks ? addLink(trx, person.id, mailedLinkMs) : undefined;
}

async function addLink(trx: Trx, person: string, lifeMs: number): Promise<string> {
  const id = crypto.randomUUID();
  const created_at = new Date().toISOString();
  await trx
    .insertInto('links')
    .values({ id, person, created_at, expires_at: after(lifeMs) })
    .execute();
  return id;
}

/** Derived from the link's id and a key of this store, so that the store holds no token. */
export async function linkToken(db: Db, id: string): Promise<string> {
  return `${id}.${(await signature(db, `link ${id}`)).toString('base64url')}`;
}

/** Finds a token's link; undefined if it is wrong, expired or used. */
export async function findLink(db: Db, token: string): Promise<{ id: string; person: string } | undefined> {
  const [id = ''] = token.split('.', 1);
  return isSame(await linkToken(db, id), token) ? findValidLink(db, id) : undefined;
}

export function findValidLink(db: Db, id: string) {
  const link = db.selectFrom('links').select(['id', 'person']).where('id', '=', id);
  return link.where('expires_at', '>', after(0)).executeTakeFirst();
}

export async function enter(trx: Trx, token: string, agent: string) {
  const link = await findLink(trx, token);
  const used = await trx
    .deleteFrom('links')
    .where('id', '=', link?.id ?? '')
    .returning('person')
    .executeTakeFirst();
  return used && { person: used.person, cookie: await startSession(trx, used.person, agent) };
}

/** `agent`: the User-Agent, by which the person recognises the session. */
export async function startSession(trx: Trx, person: string, agent: string): Promise<string> {
  const cookie = randomBytes(32).toString('base64url');
  const now = new Date().toISOString();
  await trx
    .insertInto('sessions')
    .values({ id: sessionId(cookie), person, created_at: now, used_at: now, agent: agent.slice(0, 200) })
    .execute();
  return cookie;
}

export function sessionId(cookie: string): string {
  return createHash('sha256').update(cookie).digest('base64url');
}

/** Undefined if the session has ended. `isDue`: its last use was stored more than an hour ago. */
export async function findSession(
  db: Db,
  cookie: string,
): Promise<(Person & { isDue: boolean }) | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'sessions.person')
    .select(['people.id', 'email', 'role', 'people.created_at', 'used_at'])
    .where('sessions.id', '=', sessionId(cookie))
    .where('used_at', '>', before(sessionDays * 24 * hourMs))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { used_at, ...person } = row;
  return { ...person, isDue: used_at < before(hourMs) };
}

export async function touchSession(trx: Trx, cookie: string): Promise<void> {
  const used_at = new Date().toISOString();
  await trx.updateTable('sessions').set({ used_at }).where('id', '=', sessionId(cookie)).execute();
}

export function sessionsOf(db: Db, person: string) {
  const sessions = db.selectFrom('sessions').selectAll().where('person', '=', person);
  return sessions.orderBy('used_at', 'desc').execute();
}

export async function endSession(trx: Trx, person: string, id: string): Promise<void> {
  await trx.deleteFrom('sessions').where('person', '=', person).where('id', '=', id).execute();
}

/** Ends everything by which a person gets in; they need a new link. */
export async function endAccess(trx: Trx, person: string): Promise<void> {
  for (const table of ['sessions', 'links', 'passkeys'] as const)
    await trx.deleteFrom(table).where('person', '=', person).execute();
}

export async function setRole(trx: Trx, id: string, role: Role): Promise<void> {
  if (role !== 'all') await refuseLast(trx, id);
  await trx.updateTable('people').set({ role }).where('id', '=', id).execute();
}

/** Also deletes the person's sessions, links and passkeys. */
export async function removePerson(trx: Trx, id: string): Promise<void> {
  await refuseLast(trx, id);
  await trx.deleteFrom('people').where('id', '=', id).execute();
}

async function refuseLast(trx: Trx, id: string): Promise<void> {
  await advisoryLock(trx, 'people');
  const others = trx.selectFrom('people').select('id').where('role', '=', 'all').where('id', '!=', id);
  if ((await others.executeTakeFirst()) === undefined)
    throw new Refusal(409, 'This is the last person with full access. Give it to somebody else first.');
}

export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
