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

const hasKnownSslMode = v.check((text: string) => {
  const { searchParams } = new URL(text);
  const [mode, file] = [searchParams.get('sslmode'), searchParams.get('sslrootcert')];
  if (searchParams.has('ssl')) return false;
  return mode === 'verify-full' ? Boolean(file) : file === null && (mode === null || mode === 'require');
}, 'TLS is none without sslmode, encrypted with sslmode=require, and checked as well with sslmode=verify-full&sslrootcert=FILE. Nothing else is understood.');

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

export type Config = ReturnType<typeof readConfig>;

export function readConfig(env: Environment, builtSiteUrl = 'http://localhost:4173') {
  const setting = <S extends v.GenericSchema>(name: string, schema: S) => parse(env, name, schema);
  const dataDir = setting('DATA_DIR', v.optional(v.string()));
  const postgres = secretAddress(['postgres:', 'postgresql:'], 'postgres://user@host/name');
  const databaseUrl = setting('DATABASE_URL', v.nullish(v.pipe(postgres, hasKnownSslMode), null));
  const smtp = secretAddress(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com');
  const config = {
    host: setting('HOST', v.optional(v.string(), '127.0.0.1')),
    port: setting('PORT', wholeNumber(4173, 0, 65_535)),
    dataDir: resolve(dataDir ?? 'data'),
    databaseUrl,
    /** If false, commands must not create a store in the current folder. */
    isStoreNamed: dataDir !== undefined || databaseUrl !== null,
    /** URLs have no trailing slash. */
    upstream: setting(
      'CONNECT_UPSTREAM',
      v.nullish(plainAddress('https://api.example.com/connect/v1'), null),
    ),
    siteUrl: setting('SITE_URL', v.optional(siteAddress, builtSiteUrl)),
    proxies: setting('TRUST_PROXY', proxyCount),
    sampleContent: setting('SAMPLE_CONTENT', isSwitchedOn),
    rateLimit: {
      max: setting('RATE_LIMIT_MAX', wholeNumber(60, 0, 1_000_000)),
      windowSeconds: setting('RATE_LIMIT_WINDOW_S', wholeNumber(60, 1, 86_400)),
    },
    retentionDays: setting(
      'RETENTION_DAYS',
      wholeNumber(retentionDays.application, 1, retentionDays.application),
    ),
    submissionsPerDay: setting('SUBMISSIONS_PER_ADDRESS_PER_DAY', wholeNumber(200, 1, 1_000_000)),
    filesMaxMb: setting('FILES_MAX_MB', wholeNumber(500, 0, 1_000_000)),
    receiptsPerDay: setting('RECEIPTS_PER_DAY', wholeNumber(200, 0, 1_000_000)),
    newsletterPerHour: setting('NEWSLETTER_PER_HOUR', wholeNumber(100, 1, 1_000_000)),
    logLevel: setting(
      'LOG_LEVEL',
      oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
    ),
    smtpUrl: setting('SMTP_URL', v.nullish(smtp, null)),
    mailFrom: setting('MAIL_FROM', v.nullish(sender, null)),
    notifyTo: setting('NOTIFY_TO', v.optional(recipients)) ?? [],
  };
  if (config.notifyTo.length > 0 && config.smtpUrl === null)
    throw new StartError('NOTIFY_TO: email needs a mail server. Set SMTP_URL as well.');
  if (config.smtpUrl !== null && config.mailFrom === null)
    throw new StartError(
      'MAIL_FROM: email needs a sender. Set one such as HERO Control System <news@example.com>.',
    );
  if (config.sampleContent && config.siteUrl.startsWith('https:'))
    throw new StartError(
      'SAMPLE_CONTENT: on a public site, sample vacancies would receive real applications. Unset it.',
    );
  return config;
}

export function readConnectBase(env: Environment): string {
  const isPath = /^\/(?!\/)/.test(env.VITE_CONNECT_BASE?.trim() || connectMount);
  const place = isPath ? v.string() : plainAddress(`${connectMount} or https://api.example.com/v1`);
  return parse(env, 'VITE_CONNECT_BASE', v.optional(place, connectMount));
}

function parse<S extends v.GenericSchema>(env: Environment, name: string, schema: S): v.InferOutput<S> {
  const given = env[name]?.trim() || undefined;
  const result = v.safeParse(schema, given, { abortEarly: true, abortPipeEarly: true });
  if (result.success) return result.output;
  throw new StartError(`${name}: ${result.issues[0].message}`);
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
