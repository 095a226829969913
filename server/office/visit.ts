import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';

import { refuseCrossSite } from '../api/cross-origin.ts';
import { limitWrites } from '../api/limits.ts';
import type { Config } from '../config.ts';
import type { Store } from '../db/open-store.ts';
import type { Tables } from '../db/schema.ts';
import { noteAction } from '../domain/log.ts';
import {
  findSession,
  hasPeople,
  type Person,
  type Role,
  sessionDays,
  touchSession,
} from '../domain/people.ts';
import { Refusal } from '../domain/refusal.ts';
import { officePaths } from '../office-paths.ts';
import { describeError } from '../web/error-answers.ts';
import { ofDocuments } from '../web/security-headers.ts';
import { renderView, signInBody, type View } from './view.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in. */
    person: Person | null;
  }
  interface FastifyContextConfig {
    /** Who may see a page of the office; without one only people with all rights. `none`: without a session. */
    role?: Role | 'none';
  }
}

export type ById = { Params: { id: string } };
/** Where a form leads, and what the log says; `subject` is an id. */
type Done = { to: string; did?: string; subject?: string };

export type Office = {
  app: FastifyInstance;
  store: Store;
  config: Config;
  send(request: FastifyRequest, reply: FastifyReply, view: View): FastifyReply;
  /** A form that changes the store in one transaction. */
  onPost(
    path: string,
    role: Role,
    change: (trx: Transaction<Tables>, request: FastifyRequest<ById>) => Promise<Done>,
  ): void;
};

export const forEditors = { config: { role: 'editor' } } as const;
export const forAnyone = { config: { role: 'none' } } as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const files = { 'office.js': 'text/javascript', 'office.css': 'text/css' } as const;

const isSecure = ({ siteUrl }: Config) => siteUrl.startsWith('https:');
/** Browsers refuse `__Host-` without https, which localhost does not have. */
export const cookieName = (config: Config) => (isSecure(config) ? '__Host-office' : 'office');

export function setCookie(reply: FastifyReply, config: Config, value: string): FastifyReply {
  return reply.setCookie(cookieName(config), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: value === '' ? 0 : sessionDays * 24 * 60 * 60,
  });
}

/** What all pages of the office have in common: headers, forms, sessions, roles and errors. */
export async function openOffice(
  app: FastifyInstance,
  store: Store,
  config: Config,
  stylesheet: string,
): Promise<Office> {
  const stylesheets = [stylesheet, `${officePaths.files}/office.css`];
  const send: Office['send'] = (request, reply, view) =>
    reply.type('text/html; charset=utf-8').send(renderView({ person: request.person, ...view }, stylesheets));
  await app.register(cookie);
  app.decorateRequest('person', null);
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, text: string) => new URLSearchParams(text.replaceAll('%0D%0A', '%0A')),
  );
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...ofDocuments, 'content-security-policy': policy, 'x-robots-tag': 'noindex' });
    reply.header('cache-control', 'no-store');
  });
  refuseCrossSite(app, config.siteUrl);
  const limit = await limitWrites(app, config.rateLimit);
  app.addHook('preHandler', async (request, reply) => {
    const { role = 'all' } = request.routeOptions.config;
    if (role === 'none') return request.method === 'POST' ? limit(request) : undefined;
    if (!(await hasPeople(store.db))) throw new Refusal(404, 'There is no office yet.');
    const value = request.cookies[cookieName(config)] ?? '';
    const found = await findSession(store.db, value);
    if (found === undefined) throw new Refusal(401, 'Please sign in.');
    if (role === 'all' && found.role !== 'all')
      throw new Refusal(403, 'Your role does not include this page.');
    request.person = found;
    if (!found.isDue) return;
    await store.write((trx) => touchSession(trx, value));
    setCookie(reply, config, value);
  });
  app.setErrorHandler((error, request, reply) => {
    const { status } = describeError(error, request, reply);
    const problem = error instanceof Refusal ? error.message : 'Something went wrong. Please try again.';
    reply.code(status);
    // A session that has ended, a link that was used.
    if ([401, 410].includes(status))
      return send(request, reply, { title: 'Sign in', problem, body: signInBody() });
    const body = request.person && 'Use your browser’s Back button: the form still has your text.';
    return send(request, reply, {
      title: status === 404 ? 'Not found' : 'Nothing was changed',
      problem,
      body,
    });
  });
  // Nobody without a session learns which addresses there are.
  app.all(`${officePaths.home}/*`, forEditors, async () => {
    throw new Refusal(404, 'There is no such page in the office.');
  });
  for (const [name, type] of Object.entries(files)) {
    const content = readFileSync(join(import.meta.dirname, name), 'utf8');
    app.get(`${officePaths.files}/${name}`, forAnyone, (_, reply) =>
      reply.type(`${type}; charset=utf-8`).send(content),
    );
  }
  const onPost: Office['onPost'] = (path, role, change) => {
    app.post<ById>(path, { config: { role } }, async (request, reply) => {
      const { to } = await store.erase(async (trx) => {
        const done = await change(trx, request);
        if (done.did) await noteAction(trx, personOf(request).id, done.did, done.subject);
        return done;
      });
      return reply.redirect(to, 303);
    });
  };
  return { app, store, config, send, onPost };
}

/** Who is signed in, on a page that needs it. */
export function personOf({ person }: FastifyRequest): Person {
  if (person === null) throw new Refusal(401, 'Please sign in.');
  return person;
}

/** What a page shows, where it is still there. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw new Refusal(404, 'This no longer exists.');
  return row;
}

/** The fields of a form. */
export function fieldsOf(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** A form's field without the spaces around it. */
export function text(request: FastifyRequest, name: string): string {
  return (fieldsOf(request).get(name) ?? '').trim();
}

/** The query of an address. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams(request.url.split('?')[1] ?? '');
}

export function pageOf(fields: URLSearchParams): number {
  const page = Number(fields.get('page') ?? 0);
  return Number.isInteger(page) && page >= 0 && page < 100_000 ? page : 0;
}
