import { cpSync } from 'node:fs';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { serverBundle, writeBuildRecord } from '#server/web/server-bundle.ts';
import { pages } from '#src/paths.ts';

import { openApp, temporaryFolder } from './store.ts';

type Headers = Record<string, string | undefined>;

/** The rules of MDN's HTTP Observatory that headers decide; points as its scoring page lists them. */
const rules: ((headers: Headers) => number)[] = [
  ({ 'content-security-policy': policy }) => policyPoints(policy),
  ({ 'set-cookie': cookie }) => (cookie === undefined ? 0 : -5),
  ({ 'access-control-allow-origin': origin }) => (origin === undefined ? 0 : -50),
  ({ 'strict-transport-security': hsts = '' }) =>
    Number(/max-age=(\d+)/.exec(hsts)?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
  ({ 'referrer-policy': policy = '' }) =>
    /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy) ? 5 : -5,
  ({ 'x-content-type-options': options }) => (options === 'nosniff' ? 0 : -5),
  ({ 'content-security-policy': policy = '', 'x-frame-options': options }) =>
    policy.includes("frame-ancestors 'none'") ? 5 : options === 'DENY' ? 0 : -20,
  ({ 'cross-origin-resource-policy': policy }) => (policy === 'same-origin' ? 10 : 0),
];

/** Bonuses count only once nothing worse than an A is left. */
function observatoryScore(headers: Headers): number {
  const points = rules.map((rule) => rule(headers));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const penalties = 100 + sum(points.filter((value) => value < 0));
  return penalties >= 90 ? penalties + sum(points.filter((value) => value > 0)) : Math.max(0, penalties);
}

function policyPoints(policy: string | undefined): number {
  if (policy === undefined) return -25;
  const words = policy.split(';').map((directive) => directive.trim().split(/\s+/));
  const sources = new Map(words.map(([name = '', ...values]) => [name, values]));
  const of = (name: string) => sources.get(name) ?? sources.get('default-src') ?? ['*'];
  const isBroad = (source: string) => ['*', 'http:', 'https:', 'data:', "'unsafe-inline'"].includes(source);
  const scripts = [...of('script-src'), ...of('object-src')];
  if (scripts.some(isBroad) || policy.includes(' http://')) return -20;
  if (scripts.includes("'unsafe-eval'")) return -10;
  if (of('style-src').some(isBroad)) return 0;
  return sources.get('default-src')?.join() === "'none'" ? 10 : 5;
}

async function headersOf(
  url: string,
  settings: Record<string, string> = { TRUST_PROXY: '1' },
): Promise<Headers> {
  const { get } = await openApp(settings, { distDir: builtSite });
  const { headers } = await get(url, { 'x-forwarded-proto': 'https' });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

test.each([
  ...[pages.home, pages.career, pages.mediaRoom].map(({ path }): [string, number] => [path, 120]),
  ['/nope', 120],
  ['/connect/v1/job-list', 120],
  // It lets the map in.
  [pages.contact.path, 100],
])('%s earns an A+ of the Observatory, with %i points or more', async (url, least) => {
  expect(observatoryScore(await headersOf(url))).toBeGreaterThanOrEqual(least);
});

test('the rules of the Observatory notice what is missing', async () => {
  const { 'content-security-policy': policy = '', ...others } = await headersOf('/');
  const weak = policy.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
  expect(observatoryScore(others)).toBeLessThan(90);
  expect(observatoryScore({ ...others, 'content-security-policy': weak })).toBeLessThan(90);
  expect(observatoryScore({})).toBeLessThan(40);
});

test('isolation and permissions are set, and HSTS only where https is known', async () => {
  const headers = await headersOf('/', {});
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toContain('geolocation=()');
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('what is no document carries what protects it, and not what only documents obey', async () => {
  const { get } = await openApp({}, { distDir: builtSite });
  const protects = ['cross-origin-resource-policy', 'x-content-type-options'];
  const ofDocuments = ['permissions-policy', 'referrer-policy', 'x-frame-options'];
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec((await get('/')).body) ?? [];
  for (const url of [script, '/logo.svg', '/healthz', '/connect/v1/job-list', '/', '/press.xml', '/nope']) {
    const names = Object.keys((await get(url)).headers);
    expect(names, url).toEqual(expect.arrayContaining(protects));
    const isDocument = /^\/(?:|press\.xml|nope)$/.test(url);
    expect([url, ofDocuments.filter((name) => names.includes(name))]).toEqual([
      url,
      isDocument ? ofDocuments : [],
    ]);
  }
  expect((await get('/logo.svg')).headers['content-security-policy']).toContain("default-src 'none'");
});

test('policies allow the API that the build was told of, whatever the environment says now', async () => {
  const bundleDir = temporaryFolder();
  cpSync(serverBundle, bundleDir, { recursive: true });
  writeBuildRecord(bundleDir, { connectBase: 'https://built.example/v1', siteUrl: 'https://hcs.example' });
  const settings = { VITE_CONNECT_BASE: 'https://later.example/v1' };
  const { get } = await openApp(settings, { bundleDir, distDir: builtSite });
  for (const url of [pages.home.path, pages.career.path, '/nope', '/sw.js']) {
    const policy = String((await get(url)).headers['content-security-policy']);
    expect([policy.includes('https://built.example'), policy.includes('later')]).toEqual([true, false]);
  }
});
