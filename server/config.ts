import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';

import * as v from 'valibot';

import { retentionDays } from '#src/contract/retention.ts';
import { connectMount } from '#src/server-paths.ts';

/** Ends the program with a one-line message for the operator. */
export class StartError extends Error {}

type Environment = Record<string, string | undefined>;

function wholeNumber(fallback: number, least: number, most: number) {
  const isInRange = (text: string) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
  const message = `must be a whole number from ${least} to ${most}.`;
  return v.optional(v.pipe(v.string(), v.check(isInRange, message), v.transform(Number)), `${fallback}`);
}

function oneOf(choices: string[], fallback: string) {
  const message = `must be one of ${choices.join(', ')}.`;
  return v.optional(v.pipe(v.string(), v.toLowerCase(), v.picklist(choices, message)), fallback);
}

const isSwitchedOn = v.pipe(
  oneOf(['0', '1', 'off', 'on', 'false', 'true'], '0'),
  v.transform((text) => ['1', 'on', 'true'].includes(text)),
);

/** A number of reverse proxies, or `off`. */
const proxyCount = v.pipe(
  v.optional(v.string(), 'off'),
  v.transform((text) => (text === 'off' ? '0' : text)),
  v.check((text) => /^\d$/.test(text), 'must be the number of reverse proxies, from 0 to 9.'),
  v.transform(Number),
);

function address(schemes: string[], example: string) {
  const isOne = (text: string) =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol) && new URL(text).hostname !== '';
  const withoutSlash = v.transform((text: string) => text.replace(/(?<!\/)\/+$/, ''));
  // Do not print the URL: it may contain a password.
  return v.pipe(v.string(), v.check(isOne, `must be a URL such as ${example}.`), withoutSlash);
}

/** A URL that may contain a password. */
const secretAddress = (schemes: string[], example: string) =>
  v.pipe(
    v.string(),
    v.check(
      hasReadablePassword,
      `must be a URL such as ${example}. In its user name and password, write / as %2F, # as %23, ? as %3F and % as %25.`,
    ),
    address(schemes, example),
  );

/** False if a special character ends the password: the rest, with its `@`, would be read as port or path. */
function hasReadablePassword(text: string): boolean {
  const [, login = ''] = /^\w+:\/\/(.*)@/s.exec(text.replace(/\?\w+=.*/s, '')) ?? [];
  return !/[/?#]|%(?![\da-f]{2})/i.test(login);
}

const hasNoPassword = v.check(
  (text: string) => new URL(text).username + new URL(text).password === '',
  'must not contain a user name or password.',
);

const hasNoQuery = v.check((text: string) => !/[?#]/.test(text), 'must not contain a query or fragment.');

const plainAddress = (example: string) =>
  v.pipe(address(['http:', 'https:'], example), hasNoQuery, hasNoPassword);

const siteAddress = v.pipe(
  plainAddress('https://www.example.com'),
  v.check(
    (text) => text === new URL(text).origin,
    'must not contain a path. Use a URL such as https://www.example.com.',
  ),
);

const recipients = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((one) => one.trim())),
  v.check(
    (all) => all.every((one) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(one)),
    'must be an email address or a comma-separated list of them.',
  ),
);

const senderPattern =
  /^(?:"?([^<>"\r\n]*)(?:"\s*)?<([^\s@<>"(),:;]+@[^\s@<>"(),:;]+)>|[^\s@<>"(),:;]+@[^\s@<>"(),:;]+)$/;

const sender = v.pipe(
  v.string(),
  v.check(
    (text) => senderPattern.test(text),
    'must be a sender such as HERO Control System <news@example.com>.',
  ),
  // Brackets, commas and colons in an unquoted name would mean something else in an email.
  v.transform((text) =>
    text.replace(senderPattern, (whole, name, address) =>
      /[(),:;@[\]\\]/.test(name ?? '') ? `"${name.trim().replaceAll('\\', '\\\\')}" <${address}>` : whole,
    ),
  ),
);

const settings = v.object({
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: wholeNumber(4173, 0, 65_535),
  DATA_DIR: v.optional(v.string()),
  DATABASE_URL: v.nullish(secretAddress(['postgres:', 'postgresql:'], 'postgres://user@host/name'), null),
  CONNECT_UPSTREAM: v.nullish(plainAddress('https://api.example.com/connect/v1'), null),
  SITE_URL: v.optional(siteAddress),
  TRUST_PROXY: proxyCount,
  SAMPLE_CONTENT: isSwitchedOn,
  RATE_LIMIT_MAX: wholeNumber(60, 0, 1_000_000),
  RATE_LIMIT_WINDOW_S: wholeNumber(60, 1, 86_400),
  RETENTION_DAYS: wholeNumber(retentionDays.application, 1, retentionDays.application),
  SUBMISSIONS_PER_ADDRESS_PER_DAY: wholeNumber(200, 1, 1_000_000),
  FILES_MAX_MB: wholeNumber(500, 0, 1_000_000),
  RECEIPTS_PER_DAY: wholeNumber(200, 0, 1_000_000),
  NEWSLETTER_PER_HOUR: wholeNumber(100, 1, 1_000_000),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
  SMTP_URL: v.nullish(secretAddress(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com'), null),
  MAIL_FROM: v.nullish(sender, null),
  NOTIFY_TO: v.optional(recipients),
});

export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: Environment, builtSiteUrl = 'http://localhost:4173') {
  const read = parse(settings, env);
  if (read.NOTIFY_TO !== undefined && read.SMTP_URL === null)
    throw new StartError('NOTIFY_TO: email needs a mail server. Set SMTP_URL as well.');
  if (read.SMTP_URL !== null && read.MAIL_FROM === null)
    throw new StartError(
      'MAIL_FROM: email needs a sender. Set one such as HERO Control System <news@example.com>.',
    );
  const siteUrl = read.SITE_URL ?? builtSiteUrl;
  if (read.SAMPLE_CONTENT && siteUrl.startsWith('https:'))
    throw new StartError(
      'SAMPLE_CONTENT: on a public site, sample vacancies would receive real applications. Unset it.',
    );
  return {
    host: read.HOST,
    port: read.PORT,
    dataDir: resolve(read.DATA_DIR ?? 'data'),
    databaseUrl: read.DATABASE_URL,
    /** If false, commands must not create a store in the current folder. */
    isStoreNamed: read.DATA_DIR !== undefined || read.DATABASE_URL !== null,
    /** URLs have no trailing slash. */
    upstream: read.CONNECT_UPSTREAM,
    siteUrl,
    proxies: read.TRUST_PROXY,
    sampleContent: read.SAMPLE_CONTENT,
    rateLimit: { max: read.RATE_LIMIT_MAX, windowSeconds: read.RATE_LIMIT_WINDOW_S },
    retentionDays: read.RETENTION_DAYS,
    submissionsPerDay: read.SUBMISSIONS_PER_ADDRESS_PER_DAY,
    filesMaxMb: read.FILES_MAX_MB,
    receiptsPerDay: read.RECEIPTS_PER_DAY,
    newsletterPerHour: read.NEWSLETTER_PER_HOUR,
    logLevel: read.LOG_LEVEL,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    notifyTo: read.NOTIFY_TO ?? [],
  };
}

/** Reads the build's setting: a path or an absolute URL. */
export function readConnectBase(env: Environment): string {
  const isPath = /^\/(?!\/)/.test(env.VITE_CONNECT_BASE?.trim() || connectMount);
  const place = isPath ? v.string() : plainAddress(`${connectMount} or https://api.example.com/v1`);
  return parse(v.object({ VITE_CONNECT_BASE: v.optional(place, connectMount) }), env).VITE_CONNECT_BASE;
}

function parse<S extends v.ObjectSchema<v.ObjectEntries, undefined>>(schema: S, env: Environment) {
  const given = Object.keys(schema.entries).map((name) => [name, env[name]?.trim() || undefined]);
  const result = v.safeParse(schema, Object.fromEntries(given), { abortEarly: true, abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new StartError(`${v.getDotPath(issue)}: ${issue.message}`);
}

export function printableUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${shown}:${port}/`;
}

/** Returns the command that runs the operator's CLI with this process's settings. */
export function connectCommand(): string {
  return process.env.CONNECT_COMMAND?.trim() || 'npm run connect --';
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
