import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { prerenderedFiles } from '#server/web/prerendered-files.ts';
import { writeHostFiles } from '#server/web/static-host.ts';
import { mediaDetailPath, otherPaths, vacancyPath } from '#src/paths.ts';

import { temporaryFolder } from '../service/test-app.ts';
import { dist, distFiles } from '../support/built-site.ts';
import { cloudflarePages, netlify } from './static-hosts.ts';

const api = 'https://api.example.com/connect/v1';
const upload = { files: new Set(distFiles), ...hostFiles(api) };
const hosts = [
  { name: 'Cloudflare Pages', host: cloudflarePages(upload) },
  { name: 'Netlify', host: netlify(upload) },
];

/** Each address of paths.ts, and the built file that belongs there. */
const addresses = [
  ...prerenderedFiles
    .filter(({ file }) => file !== '404.html' && !file.endsWith('/shell.html'))
    .map(({ path, file }) => ({ path, file })),
  { path: mediaDetailPath('water-handler'), file: 'media-room/shell.html' },
  { path: vacancyPath('pcb-design-intern'), file: 'insider/career/shell.html' },
  { path: otherPaths.worker, file: 'sw.js' },
  { path: otherPaths.manifest, file: 'manifest.webmanifest' },
  { path: otherPaths.sitemap, file: 'sitemap.xml' },
  { path: otherPaths.robots, file: 'robots.txt' },
];

type Policy = Map<string, string[]>;

function policiesOf(header = ''): Policy[] {
  return header.split(', ').map((policy) => {
    const directives = policy.split('; ').map((directive) => directive.split(' '));
    return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
  });
}

/** What `inner` allows and `outer` does not; of two policies a browser obeys both. */
function forbiddenBy(outer: Policy, inner: Policy): string[] {
  const covers = (allowed: string[], source: string) =>
    source === "'none'" ||
    allowed.includes(source) ||
    (source.startsWith("'sha256-") && allowed.includes("'unsafe-inline'")) ||
    (source.startsWith('https://') && allowed.includes('https:'));
  return [...inner].flatMap(([directive, sources]) =>
    sources
      .filter((source) => outer.has(directive) && !covers(outer.get(directive) ?? [], source))
      .map((source) => `${directive} ${source}`),
  );
}

test.each(hosts)('$name sends every page of the site under its own address, without a detour', ({ host }) => {
  for (const { path, file } of addresses) {
    const { status, location, file: sent } = host(path);
    expect({ path, status, location, sent }).toEqual({ path, status: 200, location: undefined, sent: file });
  }
});

test.each(hosts)(
  '$name needs one redirect at most for a file by its name or a slash at the end',
  ({ host }) => {
    const named = prerenderedFiles.filter(({ file }) => file !== '404.html').map(({ file }) => `/${file}`);
    const slashed = addresses.filter(({ path }) => !/\.\w+$/.test(path)).map(({ path }) => `${path}/`);
    for (const path of [...named, ...slashed.filter((path) => path !== '//')]) {
      const { location } = host(path);
      const last = host(location ?? path);
      expect({ path, location, status: last.status, next: last.location }).toMatchObject({
        status: 200,
        next: undefined,
      });
    }
  },
);

test.each(hosts)('$name answers 404 with the not-found page where nothing is', ({ host }) => {
  for (const path of [
    '/nope',
    '/insider/nope',
    '/commercial/osense/nope',
    '/assets/nope-12345678.js',
    '/About',
  ])
    expect([path, host(path)]).toMatchObject([path, { status: 404, file: '404.html' }]);
});

test.each(hosts)('$name sends the policy that the server sends, and the API is in it', async ({ host }) => {
  const app = await serverOfTheBuild();
  for (const { path, file } of addresses.filter((address) => /\.(?:html|js)$/.test(address.file))) {
    const served = await app.inject(`/${file}?__WB_REVISION__=1`);
    const [outer = new Map(), ...own] = policiesOf(host(path).headers['content-security-policy']);
    const [expected = new Map()] = policiesOf(String(served.headers['content-security-policy']));
    const connect = [...(expected.get('connect-src') ?? []), 'https://api.example.com'];
    const forms = [...(expected.get('form-action') ?? []), 'https://api.example.com'];
    expect(own).toHaveLength(1);
    for (const [directive, sources] of own[0] ?? []) {
      const wanted =
        directive === 'connect-src' ? connect : directive === 'form-action' ? forms : expected.get(directive);
      expect([path, directive, new Set(sources)]).toEqual([path, directive, new Set(wanted)]);
    }
    expect(own[0]?.size).toBe(expected.size);
    expect([path, forbiddenBy(outer, own[0] ?? new Map())]).toEqual([path, []]);
  }
});

test.each(hosts)(
  '$name sends the general headers once, and no policy lets any inline script run',
  ({ host }) => {
    const paths = [
      ...addresses.map(({ path }) => path),
      ...distFiles.map((file) => `/${file}`),
      '/nope',
      '/404',
    ];
    for (const path of paths) {
      const { headers } = host(path);
      const joinedTwice = Object.entries(headers).filter(
        ([name, value]) =>
          !['content-security-policy', 'permissions-policy', 'cache-control'].includes(name) &&
          value.includes(', '),
      );
      expect([path, joinedTwice]).toEqual([path, []]);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/),
      });
      for (const policy of policiesOf(headers['content-security-policy'])) {
        expect(policy.get('script-src') ?? []).not.toContain("'unsafe-inline'");
        expect(policy.get('frame-ancestors') ?? policy.get('default-src')).toEqual(["'none'"]);
      }
    }
  },
);

test.each(hosts)('$name lets browsers keep hashed files for ever, and nothing else', ({ host }) => {
  for (const file of distFiles) {
    const kept = host(`/${file}`).headers['cache-control'];
    expect([file, kept]).toEqual([
      file,
      file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : undefined,
    ]);
  }
});

test('the hosts in this test notice what was wrong before', () => {
  const looping = cloudflarePages({ ...upload, redirects: '/media-room/:id /media-room/shell.html 200' });
  expect(looping('/media-room/a').location).toBe('/media-room/shell');
  expect(looping('/media-room/shell').location).toBe('/media-room/shell');
  expect(() => cloudflarePages({ ...upload, redirects: '/404 /404.html 404' })).toThrow('_redirects');
});

/** What the build writes for these hosts; here for a build that was told of another `connectBase`. */
function hostFiles(connectBase: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-host-'));
  for (const { file } of prerenderedFiles) cpSync(join(dist, file), join(folder, file));
  writeHostFiles(folder, connectBase);
  const [headers = '', redirects = ''] = ['_headers', '_redirects'].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  rmSync(folder, { recursive: true });
  return { headers, redirects };
}

async function serverOfTheBuild() {
  const app = await buildApp(
    readConfig({ DATA_DIR: temporaryFolder(), SAMPLE_CONTENT: '1', LOG_LEVEL: 'silent' }),
  );
  onTestFinished(() => app.close());
  return app;
}
