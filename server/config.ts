import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';

import { company } from '#src/content/company.ts';
import { connectMount } from '#src/paths.ts';

export type Config = {
  host: string;
  port: number;
  /** Absolute path of the folder with the embedded store and the old builds' assets. */
  dataDir: string;
  databaseUrl: string | null;
  /** Whether a setting says where the store is; without one no command makes it in the folder where it was called. */
  isStoreNamed: boolean;
  /** Base URL of a provider's connect API, without a slash at its end. */
  upstream: string | null;
  /** Canonical origin, without a slash at its end. */
  siteUrl: string;
  trustProxy: boolean;
  /** Whether a new store gets the sample articles and vacancies. */
  sampleContent: boolean;
  /** POSTs per client address; `max` 0 means no limit. */
  rateLimit: { max: number; windowSeconds: number };
  /** Applications older than this are deleted; null (the setting 0) keeps them. */
  retentionDays: number | null;
  logLevel: string;
  /** The mail server that carries messages; null sends none by mail. */
  smtpUrl: string | null;
  /** Who is told of applications by mail; null when nobody is. */
  notifyTo: string | null;
  /** Where the same is posted to as JSON. */
  notifyWebhook: string | null;
};

type Environment = Record<string, string | undefined>;

/** A setting or its surroundings make a start impossible; the message is one line for the operator. */
export class StartError extends Error {}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/**
 * Reads the settings; throws a `StartError` that names the first one that cannot be used. `builtSiteUrl` is the default
 * of SITE_URL.
 */
export function readConfig(env: Environment, builtSiteUrl = 'http://localhost:4173'): Config {
  return {
    host: setting(env, 'HOST') ?? '127.0.0.1',
    port: wholeNumber(env, 'PORT', 4173, 0, 65_535),
    dataDir: resolve(setting(env, 'DATA_DIR') ?? 'data'),
    databaseUrl: webAddress(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user@host/name'),
    isStoreNamed: (setting(env, 'DATA_DIR') ?? setting(env, 'DATABASE_URL')) !== undefined,
    upstream: webAddress(env, 'CONNECT_UPSTREAM', httpSchemes, 'https://api.example.com/connect/v1'),
    siteUrl: origin(env, 'SITE_URL') ?? builtSiteUrl,
    trustProxy: switchedOn(env, 'TRUST_PROXY'),
    sampleContent: switchedOn(env, 'SAMPLE_CONTENT'),
    rateLimit: {
      max: wholeNumber(env, 'RATE_LIMIT_MAX', 60, 0, 1_000_000),
      windowSeconds: wholeNumber(env, 'RATE_LIMIT_WINDOW_S', 60, 1, 86_400),
    },
    // The privacy page promises the default.
    retentionDays: wholeNumber(env, 'RETENTION_DAYS', company.applicationsKeptDays, 0, 36_500) || null,
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'warn'),
    ...readNotificationSettings(env),
  };
}

/** What a person types into a browser to reach the server. */
export function printableUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : isIPv6(host) ? `[${host}]` : host;
  return `http://${shown}:${port}/`;
}

/** How the operator calls a command with the settings of this process; for messages. */
export function connectCommand(): string {
  return setting(process.env, 'CONNECT_COMMAND') ?? 'npm run connect --';
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function readNotificationSettings(env: Environment): Pick<Config, 'smtpUrl' | 'notifyTo' | 'notifyWebhook'> {
  const smtpUrl = webAddress(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com');
  const notifyTo = setting(env, 'NOTIFY_TO') ?? null;
  if (notifyTo !== null && !notifyTo.split(',').every((one) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(one.trim())))
    throw new StartError('NOTIFY_TO: this is not an e-mail address, or several with commas between them.');
  if (notifyTo !== null && smtpUrl === null)
    throw new StartError('NOTIFY_TO: mail needs a server; please set SMTP_URL as well.');
  // A list of its own: the secret of a webhook is often in its query.
  const notifyWebhook = webAddress(env, 'NOTIFY_WEBHOOK', [...httpSchemes], 'https://chat.example.com/hook');
  if (notifyWebhook !== null && new URL(notifyWebhook).username + new URL(notifyWebhook).password !== '')
    throw new StartError('NOTIFY_WEBHOOK: the address may not hold a user or a password.');
  return { smtpUrl, notifyTo, notifyWebhook };
}

const httpSchemes = ['http:', 'https:'];

function setting(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = setting(env, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new StartError(`${name}: "${text}" is not a whole number from ${least} to ${most}.`);
}

function webAddress(env: Environment, name: string, schemes: string[], example: string): string | null {
  const text = setting(env, name);
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const usable = url !== null && schemes.includes(url.protocol) && url.hostname !== '';
  // A password in the address must not end up on a screen or in a log.
  if (!usable) throw new StartError(`${name}: this is not an address such as ${example}.`);
  if (schemes !== httpSchemes) return text.replace(/\/+$/, '');
  if (/[?#]/.test(text)) throw new StartError(`${name}: the address may not have a query or a fragment.`);
  if (url.username !== '' || url.password !== '')
    throw new StartError(`${name}: the address may not have a user name or a password.`);
  return url.href.replace(/\/+$/, '');
}

function origin(env: Environment, name: string): string | null {
  const address = webAddress(env, name, httpSchemes, 'https://www.example.com');
  if (address === null || address === new URL(address).origin) return address;
  throw new StartError(
    `${name}: the address may not have a path; it is one such as https://www.example.com.`,
  );
}

function switchedOn(env: Environment, name: string): boolean {
  const text = oneOf(env, name, ['0', '1', 'off', 'on', 'false', 'true'], '0');
  return text === '1' || text === 'on' || text === 'true';
}

function oneOf(env: Environment, name: string, choices: string[], fallback: string): string {
  const text = (setting(env, name) ?? fallback).toLowerCase();
  if (choices.includes(text)) return text;
  throw new StartError(`${name}: "${text}" is not one of ${choices.join(', ')}.`);
}

/** A setting of the build: where the browser is told to find the API; a path, or an absolute URL. */
export function readConnectBase(env: Environment): string {
  const text = setting(env, 'VITE_CONNECT_BASE') ?? connectMount;
  if (text.startsWith('/') && !text.startsWith('//')) return text;
  return (
    webAddress(env, 'VITE_CONNECT_BASE', httpSchemes, '/connect/v1 or https://api.example.com/v1') ?? text
  );
}
