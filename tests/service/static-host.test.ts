import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { prerenderedFiles } from '#server/web/prerendered-files.ts';
import { mediaDetailPath, vacancyPath } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';

import { answered, openApp } from './store.ts';

const read = (file: string) => readFileSync(join(builtSite, file), 'utf8');
const names = readdirSync(builtSite, { recursive: true, encoding: 'utf8' });
const files = new Set(names.filter((file) => /\.\w+$/.test(file) && !/\.(?:br|gz)$/.test(file)));
const rules = read('_headers')
  .split(/\n(?=\/)/)
  .map((text) => {
    const [path = '', ...lines] = text.trimEnd().split('\n');
    return { path, headers: lines.map((line) => line.trim().split(/:\s*(.*)/s) as [string, string]) };
  });
const redirects = read('_redirects')
  .trim()
  .split('\n')
  .map((line) => {
    const [from = '', to = '', status] = line.split(' ');
    return { from, to, status: Number(status) };
  });

type Answer = { file?: string; location?: string };
/** The file that a host sends for a path, or where it leads; `slash`: it takes one at the end for none. */
type Host = { name: string; slash: boolean; content: (path: string) => Answer };

const missing: Answer = { file: '404.html' };

function match(pattern: string, path: string, slash: boolean): RegExpExecArray | null {
  const source = pattern
    .replace(/\./g, '\\.')
    .replace('*', '.*')
    .replace(/:([a-z]+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${slash ? `${source.replace(/\/$/, '')}/?` : source}$`).exec(path);
}

function redirected(path: string, slash: boolean, statuses: number[]) {
  const rule = redirects.find(({ from, status }) => statuses.includes(status) && match(from, path, slash));
  const groups = rule && match(rule.from, path, slash)?.groups;
  return rule && { ...rule, to: rule.to.replace(/:([a-z]+)/g, (_, name: string) => groups?.[name] ?? '') };
}

const firstFile = (...choices: string[]) => choices.find((choice) => files.has(choice));

/** A rule goes before a file; `x.html` is redirected to `x`. https://developers.cloudflare.com/pages/configuration/serving-pages/ */
function cloudflare(asked: string): Answer {
  const rule = redirected(asked, false, [200, 301, 302, 303, 307, 308]);
  if (rule && rule.status !== 200) return { location: rule.to };
  const path = rule?.to ?? asked;
  const file = path.slice(1);
  if (path !== '/' && path.endsWith('/'))
    return files.has(`${file.slice(0, -1)}.html`) ? { location: path.slice(0, -1) } : missing;
  if (files.has(file) && path.endsWith('.html'))
    return { location: path.replace(/(?:\/index)?\.html$/, '') || '/' };
  const found = firstFile(file, `${file}.html`, `${file}index.html`);
  return found === undefined ? missing : { file: found };
}

/** A file goes before a rule; no 308. https://docs.netlify.com/manage/routing/redirects/redirect-options/ */
function netlify(asked: string): Answer {
  const fileFor = (path: string) => {
    const name = path.replace(/^\/|\/+$/g, '');
    return name === '' ? 'index.html' : firstFile(name, `${name}.html`, `${name}/index.html`);
  };
  const file = fileFor(asked) ?? fileFor(redirected(asked, true, [200])?.to ?? '/404');
  return { file };
}

const hosts: Host[] = [
  { name: 'Cloudflare Pages', slash: false, content: cloudflare },
  { name: 'Netlify', slash: true, content: netlify },
];

/** Each address of the site, and the built file that belongs there. */
const addresses = [
  ...prerenderedFiles.filter(({ file, isShell }) => file !== '404.html' && !isShell),
  { path: mediaDetailPath('water-handler'), file: 'media-room/shell.html' },
  { path: vacancyPath('pcb-design-intern'), file: 'insider/career/shell.html' },
  ...[otherPaths.worker, otherPaths.manifest, otherPaths.sitemap, otherPaths.robots].map((path) => ({
    path,
    file: path.slice(1),
  })),
];

/** Every rule that matches counts; several policies are all obeyed. */
function headersAt({ slash }: Host, path: string): Record<string, string[]> {
  const found = rules.filter((rule) => match(rule.path, path, slash)).flatMap(({ headers }) => headers);
  return Object.fromEntries(
    found.map(([name]) => [name, found.filter((one) => one[0] === name).map(([, value]) => value)]),
  );
}

test.each(hosts)(
  '$name sends every page under its own address, and one redirect leads there at most',
  ({ content }) => {
    for (const { path, file } of addresses) {
      expect([path, content(path)]).toEqual([path, { file }]);
      const others = file.endsWith('.html') ? [`/${file}`, ...(path === '/' ? [] : [`${path}/`])] : [];
      for (const other of others) {
        const { location = other } = content(other);
        expect([other, content(location)]).toEqual([other, { file }]);
      }
    }
    for (const path of ['/nope', '/insider/nope', '/assets/nope-12345678.js', '/About'])
      expect([path, content(path)]).toEqual([path, missing]);
  },
);

test.each(hosts)(
  '$name sends the policy that the server sends, beside one for every address',
  async (host) => {
    const { get } = await openApp({}, { distDir: builtSite });
    for (const { path, file } of addresses.filter((address) => /\.(?:html|js)$/.test(address.file))) {
      const served = await answered(200, get(`/${file}?__WB_REVISION__=1`));
      const [outer = '', ...own] = headersAt(host, path)['content-security-policy'] ?? [];
      expect([path, own]).toEqual([path, [served.headers['content-security-policy']]]);
      for (const directive of outer.split('; '))
        expect(directive).toMatch(/^(?:base-uri|frame-ancestors|object-src) 'none'$/);
    }
  },
);

test.each(hosts)('$name sends the general headers once, and keeps hashed files for ever', (host) => {
  for (const path of [
    ...addresses.map((one) => one.path),
    ...[...files].map((file) => `/${file}`),
    '/nope',
  ]) {
    const { 'content-security-policy': policies, ...headers } = headersAt(host, path);
    expect(headers, path).toMatchObject({
      'x-content-type-options': ['nosniff'],
      'x-frame-options': ['DENY'],
      'referrer-policy': ['strict-origin-when-cross-origin'],
      'strict-transport-security': [expect.stringMatching(/^max-age=\d{8}$/)],
    });
    const kept = path.startsWith('/assets/') ? ['public, max-age=31536000, immutable'] : undefined;
    expect([path, headers['cache-control']]).toEqual([path, kept]);
    expect(policies?.join()).toContain("frame-ancestors 'none'");
  }
});

test('what a host would leave out is not written', () => {
  for (const { from, to, status } of redirects)
    expect([from[0], to[0], [200, 308].includes(status), to.endsWith('.html')]).toEqual([
      '/',
      '/',
      true,
      false,
    ]);
  expect(rules.length).toBeLessThanOrEqual(100);
  expect(
    Math.max(
      ...read('_headers')
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThanOrEqual(2_000);
});
