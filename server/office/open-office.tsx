import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { serverErrors } from '#src/words/errors.ts';

import type { Config } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Store } from '../store/open-store.ts';
import { storeProblem } from '../store/store-problems.ts';
import { refuseCrossSite } from '../web/cross-origin.ts';
import { describeError } from '../web/error-responses.ts';
import { limitWrites } from '../web/rate-limits.ts';
import type { PageRenderer } from '../web/rendered-pages.ts';
import { compressBody, responseBody, sendBody } from '../web/response-body.ts';
import { ofDocuments } from '../web/security-headers.ts';
import { openAssets } from './assets.ts';
import { queryOf, typedTexts } from './form.ts';
import { type Entry, mayEnter, renderPage, SignIn, TypedTexts, type View } from './frame.tsx';
import { noticeFor } from './notices.ts';
import { officePaths } from './office-paths.ts';
import { findSession, hasPeople, type Person, type Role, sessionDays, touchSession } from './people.ts';
import { formLimits, readForm } from './picture-form.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person who is signed in. */
    person: Person | null;
    /** The page to show with a conflict. */
    again: View | null;
  }
  interface FastifyContextConfig {
    /** Who may see the page; people with full access if unset. `none`: anyone. `token`: who has the address. */
    role?: Role | 'none' | 'token';
    /** The path of the section that a page belongs to. */
    section?: string;
  }
}

export type ById = { Params: { id: string } };

export type Office = {
  app: FastifyInstance;
  store: Store;
  config: Config;
  /** When the site was built. */
  builtAt: string;
  /** Renders the pages of the site. */
  renderer: PageRenderer;
  send(request: FastifyRequest, reply: FastifyReply, view: View): Promise<FastifyReply>;
};

export const forAnyone = { config: { role: 'none' } } as const;

/** For a route whose token in the address is the whole authority. Its body is not read, whatever its type. */
export const byToken = {
  config: { role: 'token' },
  onRequest: async ({ headers }: FastifyRequest) => {
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name];
  },
} as const;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

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

/** Redirects. Sends only the address to our script, so that the page is loaded once. */
export function redirect(request: FastifyRequest, reply: FastifyReply, path: string) {
  return isFromScript(request) ? reply.send({ path }) : reply.redirect(path, 303);
}

const isFromScript = (request: FastifyRequest) => request.headers['x-office'] === '1';

function wayBack({ params, routeOptions: { config } }: FastifyRequest) {
  const { id } = params as Partial<ById['Params']>;
  const path = id ? `${config.section}/${encodeURIComponent(id)}` : config.section;
  return (
    config.section && (
      <p>
        <a href={path}>Open the page again</a>
      </p>
    )
  );
}

/** Returns the text to whoever is or was signed in; then a form with pictures only if it is small. */
async function typedBack(request: FastifyRequest, status: number) {
  if (request.person === null && status !== 401 && status < 500) return null;
  const { headers, routeOptions } = request;
  const isUnread = request.body === undefined && request.isMultipart();
  if (isUnread && Number(headers['content-length']) <= Number(routeOptions.bodyLimit))
    await readForm(request, false);
  return <TypedTexts texts={typedTexts(request)} />;
}

/** Refuses who may not see a page, before its form is read. */
async function refuseStrangers(app: FastifyInstance, { store, config }: Parts): Promise<void> {
  const limit = await limitWrites(app, config.rateLimit);
  app.addHook('preHandler', async (request, reply) => {
    const { role = 'all' } = request.routeOptions.config;
    // No limit: providers post for everybody, from a few addresses.
    if (role === 'token') return;
    const value = request.cookies[cookieName(config)] ?? '';
    const found = role === 'none' ? undefined : await findSession(store.db, value);
    if (found === undefined && request.method === 'POST') await limit(request);
    if (role === 'none' && request.isMultipart()) throw new Refusal(415, 'No form here has files.');
    if (role === 'none') return;
    if (!(await hasPeople(store.db))) throw new Refusal(404, 'The office has not been set up yet.');
    if (found === undefined) throw new Refusal(401, 'Please sign in.');
    request.person = found;
    if (!mayEnter(found, role)) throw new Refusal(403, 'Your role does not include this page.');
    if (request.isMultipart()) await readForm(request, true);
    if (!found.isDue) return;
    try {
      await store.write((trx) => touchSession(trx, value));
      setCookie(reply, config, value);
    } catch (error) {
      // What is stored can still be read.
      if (storeProblem(error) === undefined) throw error;
    }
  });
}

/** The page for an error: the sign-in, or what was typed. */
async function errorView(request: FastifyRequest, status: number, problem: string): Promise<View> {
  const typed = await typedBack(request, status);
  const isForm = request.method === 'POST';
  // The session has ended, or the link has been used.
  if ([401, 410].includes(status)) {
    const isAsked = status === 401 && request.method === 'GET';
    const body = (
      <>
        <SignIn then={isAsked ? request.url : officePaths.home} /> {typed}
      </>
    );
    return { title: 'Sign in', problem: isAsked ? undefined : problem, body };
  }
  const title = isForm ? 'Nothing was changed' : 'Not found';
  const body = (
    <>
      {isForm && wayBack(request)} {typed}
    </>
  );
  return { title: status === 403 ? 'No access' : title, problem, body };
}

function respondToErrors(app: FastifyInstance, send: Office['send']): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { status } = describeError(error, request, reply);
    const cause = storeProblem(error);
    const failed = cause ? serverErrors.notStored(cause) : 'Something went wrong. Please try again.';
    const problem = error instanceof Refusal ? error.message : failed;
    reply.code(status);
    const { again } = request;
    if (isFromScript(request)) return reply.send({ problem, ...(again && { isStale: true }) });
    return send(request, reply, again ? { ...again, problem } : await errorView(request, status, problem));
  });
}

type Parts = Pick<Office, 'store' | 'config' | 'builtAt' | 'renderer'>;

export async function openOffice(
  app: FastifyInstance,
  { menu, stylesheet, ...parts }: Parts & { menu: Entry[]; stylesheet: string },
): Promise<Office> {
  await app.register(cookie);
  for (const name of ['person', 'again', 'sentFiles']) app.decorateRequest(name, null);
  await app.register(multipart, { limits: formLimits, throwFileSizeLimit: false });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, form: string) => new URLSearchParams(form.replaceAll('%0D%0A', '%0A')),
  );
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...ofDocuments, 'content-security-policy': policy, 'x-robots-tag': 'noindex' });
    reply.header('cache-control', 'no-store');
  });
  const { siteUrl } = parts.config;
  refuseCrossSite(app, siteUrl, ({ routeOptions }) => routeOptions.config.role === 'token');
  await refuseStrangers(app, parts);
  const { stylesheet: own, ...scripts } = await openAssets(app);
  const send: Office['send'] = async (request, reply, view) => {
    const { section } = request.routeOptions.config;
    const notice = view.notice ?? noticeFor(queryOf(request).get('done'));
    const frame = { menu, section, person: request.person, stylesheets: [stylesheet, own], ...scripts };
    const page = responseBody('text/html; charset=utf-8', renderPage({ ...view, notice }, frame));
    return sendBody(request, reply, await compressBody(page));
  };
  respondToErrors(app, send);
  // Without a session, nobody learns which addresses exist.
  app.all(`${officePaths.home}/*`, { config: { role: 'editor' } }, async () => {
    throw new Refusal(404, 'There is no such page in the office.');
  });
  return { ...parts, app, send };
}
