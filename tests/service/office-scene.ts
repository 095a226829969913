import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';

import type { Config } from '#server/config.ts';
import { saveNewsletter } from '#server/newsletter/newsletters.ts';
import { sendToAll } from '#server/newsletter/sending.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { invite, type Role } from '#server/office/people.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import '#server/mail-kinds.ts';
import { deleteExpired } from '#server/retention.ts';
import { writeFact } from '#server/store/facts.ts';
import { openStore, type Store } from '#server/store/open-store.ts';
import type { Trx } from '#server/store/schema.ts';
import { subscribe } from '#server/subscribers/subscribers.ts';

import { answered, openApp } from './store.ts';
import { withSite } from './with-site.ts';

type Fields = Record<string, string>;

/** A person with a browser; without a session if `cookie` is empty. */
export class Visitor {
  readonly app: FastifyInstance;
  cookie: string;
  constructor(app: FastifyInstance, cookie = '') {
    this.app = app;
    this.cookie = cookie;
  }
  get(url: string) {
    return this.app.inject({ url, headers: { cookie: this.cookie } });
  }
  post(url: string, fields: Fields | URLSearchParams = {}, headers: Fields = {}) {
    return this.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: this.cookie, ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  }
  /** Sends files as a browser's form would. */
  async upload(url: string, fields: Fields, files: [field: string, bytes: Buffer, name?: string][]) {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.set(key, value);
    for (const [field, bytes, name = 'photo.jpg'] of files)
      form.append(field, new Blob([new Uint8Array(bytes)]), name);
    const whole = new Response(form);
    const headers = { cookie: this.cookie, 'content-type': whole.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await whole.arrayBuffer());
    return this.app.inject({ method: 'POST', url, headers, payload });
  }
}

export type Scene = Awaited<ReturnType<typeof openOffice>>;

/** A server with one person who has full access. */
export async function openOffice(settings: Fields = {}) {
  const opened = await openApp(settings, withSite);
  const store = await openedStore(opened.config);
  const boss = await entered(opened.app, store, 'boss@hcs.example', 'all');
  /** The text of a page as this person sees it. */
  const textOf = async (path: string) => textIn(await boss.get(path));
  return { ...opened, store, boss, textOf, stranger: new Visitor(opened.app) };
}

export async function openedStore(config: Config): Promise<Store> {
  const store = await openStore(config);
  onTestFinished(() => store.close());
  // Tests kill processes, not the machine.
  if (config.databaseUrl === null) await sql`pragma synchronous = off`.execute(store.db);
  return store;
}

export async function linkFor(store: Store, email: string, role: Role = 'all'): Promise<string> {
  const { token } = await store.write((trx) => invite(trx, email, role));
  return `/office/enter/${token}`;
}

export async function entered(app: FastifyInstance, store: Store, email: string, role: Role) {
  const answer = await new Visitor(app).post(await linkFor(store, email, role));
  return new Visitor(app, String(answer.headers['set-cookie']).split(';', 1)[0]);
}

/** Writes replies. */
export { writer } from '../kit/say-reply.ts';

export const addressOf = (number: number) => `reader${number}@example.com`;

/** Subscribes somebody as the form does. */
export const subscribeAs = (trx: Trx, email: string, { name = 'Reader', asks = false } = {}) =>
  subscribe(trx, { name, email }, { key: null, fingerprint: email }, { asks });

/** Adds confirmed subscribers: so many, or these. */
export async function addReaders(store: Store, readers: number | string[]): Promise<void> {
  const emails =
    typeof readers === 'number' ? Array.from({ length: readers }, (_, number) => addressOf(number)) : readers;
  await store.write(async (trx) => {
    for (const email of emails) await subscribeAs(trx, email);
    await trx.updateTable('subscribers').set({ confirmed_at: new Date().toISOString() }).execute();
  });
}

/** Runs the daily deletion at `clock`, as if it had run every day until then. */
export async function deleteAsOf(store: Store, clock = Date.now(), days = 365) {
  const until = new Date(clock).toISOString();
  const at = new Date(clock - 86_400_000).toISOString();
  await store.write((trx) => writeFact(trx, 'last-deletion', JSON.stringify({ until, at })));
  await deleteExpired(store, days, { clock });
}

/** Sends a newsletter to all; returns its id. */
export async function startedNewsletter(trx: Trx): Promise<string> {
  const id = await saveNewsletter(trx, undefined, { subject: 'News', source: 'Text' }, 0);
  await sendToAll(trx, id, 1, { html: '<p>Text</p>', plain: 'Text' });
  return id;
}

/** Applies as the first applicant; returns the link's secret, the application's id and the path of its page. */
export async function applied({ apply, list }: Scene, changes: object = {}) {
  const { secret } = (await answered(201, apply(changes))).json<{ secret: string }>();
  const [{ id } = { id: '' }] = await list();
  return { secret, id, path: officePaths.application(id) };
}

/** Opens the page that previews an answer. */
export async function seeReply(person: Visitor, path: string, words: Fields = {}) {
  const page = await person.get(path);
  const subject = /name="subject"[^>]*value="([^"]*)"/.exec(page.body)?.[1] ?? '';
  const text = /<textarea[^>]*>([^<]*)</.exec(page.body)?.[1]?.trim() ?? '';
  const to = path.replace(/\?.*/, '');
  return person.post(`${to}/check`, { ...hiddenIn(page, to), subject, text, ...words });
}

/** Answers an application with "Not this time", or with the given text. */
export async function sendReply(person: Visitor, application: string, words: Fields = {}) {
  const path = `${application}/answer`;
  const check = await seeReply(person, `${path}?text=no`, { after: 'closed', ...words });
  return answered(303, person.post(path, hiddenIn(check, path)));
}

/** Sends to this mail server, one email a call; it then returns true. */
export function roundsTo({ store, config }: Pick<Scene, 'store' | 'config'>, smtpUrl: string, perHour = 1e9) {
  const settings = { ...config, smtpUrl, mailFrom: 'hr@hcs.example', newsletterPerHour: perHour };
  const round = mailRound(store, settings, () => {});
  return async (signal = new AbortController().signal) => (await round?.(signal)) ?? false;
}

/** Lets a mass reply begin now. */
export async function beginReplies({ db }: Store): Promise<void> {
  const waiting = db.updateTable('messages').set({ due_at: new Date().toISOString() });
  await waiting.where('kind', '=', 'reply').where('state', '=', 'waiting').execute();
}

/** Opens a draft vacancy as it was saved. */
export async function openVacancy({ boss }: Pick<Scene, 'boss'>, id: string) {
  const path = `${officePaths.vacancy(id)}/open`;
  return boss.post(path, hiddenIn(await boss.get(path)));
}

/** Closes a vacancy, and answers nobody. */
export async function shutVacancy({ boss }: Pick<Scene, 'boss'>, id: string) {
  const path = `${officePaths.vacancy(id)}/close`;
  return answered(303, boss.post(path, hiddenIn(await boss.get(path))));
}

/** The hidden fields of the page's first form with this `action`. */
export function hiddenIn({ body }: { body: string }, action = ''): Fields {
  const forms = body.split('<main>').at(-1)?.split('<form').slice(1) ?? [];
  const form = forms.find((one) => one.includes(`action="${action}`))?.split('</form>')[0] ?? '';
  const inputs = form.match(/<input type="hidden"[^>]*>/g) ?? [];
  const read = (input: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? '';
  return Object.fromEntries(inputs.map((one) => [read(one, ' name'), unescaped(read(one, ' value'))]));
}

const unescaped = (html: string) =>
  html
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** The text of a page. */
export const textIn = ({ body }: { body: string }) =>
  unescaped(
    body
      .replace(/.*<main>/s, '')
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' '),
  );

/** The page's alert. */
export function problemIn({ body }: { body: string }): string {
  return /role="alert">([^<]*)</.exec(body)?.[1] ?? '';
}

/** Saves a newsletter in the office; returns its path. */
export async function savedNewsletter(boss: Visitor, changes = {}): Promise<string> {
  const saved = await boss.post(officePaths.newsletter('new'), {
    subject: 'News',
    source: 'Text',
    ...changes,
  });
  return String(saved.headers.location).replace(/\?.*/, '');
}
