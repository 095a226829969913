import { cpSync } from 'node:fs';

import { expect, test } from 'vitest';

import { builtSite, readSite } from '#server/app.ts';
import {
  type BuildRecord,
  readBuildRecord,
  serverBundle,
  writeBuildRecord,
} from '#server/web/server-bundle.ts';
import { pages } from '#src/paths.ts';

import { openApp, sharedApp, temporaryFolder } from './store.ts';
import { withSite } from './with-site.ts';

type Headers = Record<string, string | undefined>;

const proxied = sharedApp({ TRUST_PROXY: '1' }, withSite);
const direct = sharedApp({}, withSite);

async function headersOf(url: string, { get } = proxied()): Promise<Headers> {
  const { headers } = await get(url, { 'x-forwarded-proto': 'https' });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Required by MDN's HTTP Observatory for an A+. */
const protection = {
  'strict-transport-security': 'max-age=63072000',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=()'),
};

test.each([pages.home.path, pages.career.path, pages.contact.path, '/nope'])(
  '%s is protected by its headers',
  async (url) => {
    const headers = await headersOf(url);
    expect(headers).toMatchObject(protection);
    expect([headers['set-cookie'], headers['access-control-allow-origin']]).toEqual([undefined, undefined]);
    const policy = headers['content-security-policy'];
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[^ ;]+'; style-src 'self'(?: 'sha256-[^ ;]+')+;/,
    );
  },
);

/** The built site with another record of its build. */
async function openBuilt(record: Partial<BuildRecord>) {
  const bundleDir = temporaryFolder();
  cpSync(serverBundle, bundleDir, { recursive: true });
  writeBuildRecord(bundleDir, { ...readBuildRecord(serverBundle), ...record });
  return openApp(
    { VITE_CONNECT_BASE: 'https://later.example/v1' },
    { site: await readSite(builtSite, bundleDir) },
  );
}

test("only a build with a key for Google's map allows its scripts, and only on the page with the map", async () => {
  const site = await openBuilt({ hasMapsKey: true });
  const policyOf = async (url: string) => (await headersOf(url, site))['content-security-policy'];
  expect(await policyOf(pages.contact.path)).toMatch(/script-src [^;]*https:\/\/\*\.googleapis\.com/);
  expect(await policyOf(pages.ask.path)).not.toContain('googleapis');
});

test('HSTS is sent only if the site is known to use https', async () => {
  expect(await headersOf('/', direct())).not.toHaveProperty('strict-transport-security');
});

test('other files have the headers that protect them, but not those that apply only to documents', async () => {
  const { get } = direct();
  const protects = ['cross-origin-resource-policy', 'x-content-type-options'];
  const ofDocuments = ['permissions-policy', 'referrer-policy', 'x-frame-options'];
  const [script = ''] = /\/assets\/[\w-]+\.js/.exec((await get('/')).body) ?? [];
  for (const url of [script, '/logo.svg', '/healthz', '/connect/v1/job-list', '/', '/press.xml', '/nope']) {
    const names = Object.keys((await get(url)).headers);
    expect(names, url).toEqual(expect.arrayContaining(protects));
    const sent = ofDocuments.filter((name) => names.includes(name));
    expect(sent, url).toEqual(/^\/(?:|press\.xml|nope)$/.test(url) ? ofDocuments : []);
  }
  expect((await get('/logo.svg')).headers['content-security-policy']).toContain("default-src 'none'");
});

test('CSPs allow the API that was set at build time, whatever the environment says now', async () => {
  const { get } = await openBuilt({ connectBase: 'https://built.example/v1' });
  for (const url of [pages.home.path, pages.career.path, '/nope', '/sw.js']) {
    const policy = String((await get(url)).headers['content-security-policy']);
    expect([policy.includes('https://built.example'), policy.includes('later')]).toEqual([true, false]);
  }
});
