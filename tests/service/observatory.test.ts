import { expect, test } from 'vitest';

import { pages } from '#src/paths.ts';

import { testApp } from './test-app.ts';

type Headers = Record<string, string>;

/** The rules of MDN's HTTP Observatory that headers decide; points as its scoring page lists them. */
const rules: { name: string; points: (headers: Headers) => number }[] = [
  { name: 'content security policy', points: ({ 'content-security-policy': csp }) => policyPoints(csp) },
  { name: 'cookies', points: ({ 'set-cookie': cookie }) => (cookie === undefined ? 0 : -5) },
  {
    name: 'cross-origin resource sharing',
    points: ({ 'access-control-allow-origin': origin }) => (origin === undefined ? 0 : -50),
  },
  {
    name: 'strict transport security',
    points: ({ 'strict-transport-security': hsts }) =>
      Number(/max-age=(\d+)/.exec(hsts ?? '')?.[1] ?? 0) >= 15_768_000 ? 0 : -20,
  },
  {
    name: 'referrer policy',
    points: ({ 'referrer-policy': policy }) =>
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy ?? '') ? 5 : -5,
  },
  {
    name: 'content type options',
    points: ({ 'x-content-type-options': options }) => (options === 'nosniff' ? 0 : -5),
  },
  {
    name: 'frame options',
    points: (headers) =>
      /frame-ancestors 'none'/.test(headers['content-security-policy'] ?? '')
        ? 5
        : headers['x-frame-options'] === 'DENY'
          ? 0
          : -20,
  },
  {
    name: 'cross-origin resource policy',
    points: ({ 'cross-origin-resource-policy': policy }) => (policy === 'same-origin' ? 10 : 0),
  },
];

/** Bonuses count only once nothing worse than an A is left. */
function observatoryScore(headers: Headers): number {
  const points = rules.map((rule) => rule.points(headers));
  const penalties = points.filter((value) => value < 0).reduce((sum, value) => sum + value, 100);
  const bonuses = points.filter((value) => value > 0).reduce((sum, value) => sum + value, 0);
  return penalties >= 90 ? penalties + bonuses : Math.max(0, penalties);
}

function policyPoints(csp: string | undefined): number {
  if (csp === undefined) return -25;
  const sources = new Map(
    csp.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );
  const of = (name: string) => sources.get(name) ?? sources.get('default-src') ?? ['*'];
  const broad = ['*', 'http:', 'https:', 'data:', "'unsafe-inline'"];
  const scripts = [...of('script-src'), ...of('object-src')];
  if (scripts.some((source) => broad.includes(source))) return -20;
  if ([...sources.values()].flat().some((source) => source.startsWith('http://'))) return -20;
  if (scripts.includes("'unsafe-eval'")) return -10;
  if (of('style-src').some((source) => broad.includes(source))) return 0;
  return sources.get('default-src')?.join() === "'none'" ? 10 : 5;
}

async function headersOf(url: string): Promise<Headers> {
  const { app } = await testApp({ TRUST_PROXY: '1', SITE_URL: 'https://hcs.example' });
  const { headers } = await app.inject({ url, headers: { 'x-forwarded-proto': 'https' } });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

test.each([pages.home.path, pages.career.path, pages.mediaRoom.path, '/nope', '/connect/v1/job-list'])(
  '%s earns an A+ with 120 points or more',
  async (url) => {
    expect(observatoryScore(await headersOf(url))).toBeGreaterThanOrEqual(120);
  },
);

test('the contact page, which lets the map in, earns an A+ too', async () => {
  expect(observatoryScore(await headersOf(pages.contact.path))).toBeGreaterThanOrEqual(100);
});

test('the rules notice what is missing', async () => {
  const { 'content-security-policy': csp = '', ...others } = await headersOf('/');
  const weak = csp.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'");
  expect(observatoryScore(others)).toBeLessThan(90);
  expect(observatoryScore({ ...others, 'content-security-policy': weak })).toBeLessThan(90);
  expect(observatoryScore({})).toBeLessThan(40);
});

test('isolation and permissions are set, and HSTS only where https is known', async () => {
  const { app } = await testApp();
  const { headers } = await app.inject('/');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toContain('geolocation=()');
  expect(headers['strict-transport-security']).toBeUndefined();
  const spoofed = await app.inject({ url: '/', headers: { 'x-forwarded-proto': 'https' } });
  expect(spoofed.headers['strict-transport-security']).toBeUndefined();
});

test('what is no document carries what protects it, and not what only documents obey', async () => {
  const { app } = await testApp();
  const names = async (url: string) => Object.keys((await app.inject(url)).headers);
  const protects = ['cross-origin-resource-policy', 'x-content-type-options'];
  const ofDocuments = ['permissions-policy', 'referrer-policy', 'x-frame-options'];
  for (const url of ['/assets/app-12345678.js', '/images/logo.svg', '/healthz', '/connect/v1/job-list']) {
    expect(await names(url), url).toEqual(expect.arrayContaining(protects));
    for (const name of ofDocuments) expect(await names(url), url).not.toContain(name);
  }
  for (const url of ['/', '/press.xml', '/nope'])
    expect(await names(url), url).toEqual(expect.arrayContaining([...protects, ...ofDocuments]));
  expect((await app.inject('/images/logo.svg')).headers['content-security-policy']).toContain(
    "default-src 'none'",
  );
});
