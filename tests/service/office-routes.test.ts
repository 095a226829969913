import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { entered, openOffice, problemIn } from './office-scene.ts';

/** `seen`, `again` and `came-back`: what editors do not see, an applicant's, enquirer's or colleague's email. */
const forEverything = [
  ...['applications', 'enquiries', 'vacancies', 'people', 'log'],
  ...['seen', 'again', 'came-back'],
];
const open = /^\/office\/(?:sign-in|enter|files|access\/sign-in)\b/;

/** All methods and addresses, read from Fastify's own tree. */
function routesIn(tree: string) {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([^)]*)\)$/.exec(line) ?? [];
    path.splice(indent.length / 4 - 1, path.length, part);
    const pattern = path.join('');
    const url = pattern.replace(':id', '1').replace('*', 'nothing');
    const known = methods.split(', ').filter((method) => ['GET', 'POST'].includes(method));
    return known.map((method) => ({
      ...{ method: method === 'GET' ? ('get' as const) : ('post' as const), url, pattern },
    }));
  });
}

test('each address needs a session, our own forms and, where editors have no access, full rights; it is not cached or indexed', async () => {
  const { app, boss, store, stranger } = await openOffice();
  const editor = await entered(app, store, 'editor@hcs.example', 'editor');
  const all = routesIn(app.printRoutes({ commonPrefix: false })).filter(
    ({ url }) => /^\/office\b/.test(url) && !open.test(url),
  );
  expect(all.length).toBeGreaterThan(40);
  // Sort signing out last, because it ends the session that the others need.
  const routes = all.sort(
    (one, other) => Number(one.url === '/office/sign-out') - Number(other.url === '/office/sign-out'),
  );
  for (const { method, url } of routes) {
    const isForEverything = forEverything.includes(url.split('/')[2]?.split('.')[0] ?? '');
    expect([method, url, (await stranger[method](url)).statusCode]).toEqual([method, url, 401]);
    const refused = problemIn(await editor[method](url)).startsWith('Your role does not include');
    expect([method, url, refused]).toEqual([method, url, isForEverything]);
    if (method === 'post')
      expect((await boss.post(url, {}, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    const answer = await boss[method](url);
    expect(problemIn(answer)).not.toMatch(/Your role|Please sign in/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer.headers['content-security-policy']).toMatch(/script-src '(?:self|none)';/);
    if (url !== '/office/sign-out') continue;
    expect((await boss.get('/office')).statusCode).toBe(401);
  }
});

const bodies = {
  JSON: ['application/json', '{}'],
  form: ['application/x-www-form-urlencoded', ''],
  pictures: ['multipart/form-data; boundary=x', '--x--'],
  text: ['text/plain', 'Text'],
};

/** Address with `*` -> the body types that it accepts. */
function bodyTable(): [path: string, types: string][] {
  const readme = readFileSync('server/web/README.md', 'utf8');
  const [, table = ''] = /\| POST to \|.*\n.*\n((?:\|.*\n)+)/.exec(readme) ?? [];
  const rows = table.split('\n').filter(Boolean);
  return rows.flatMap((row) => {
    const [, paths = '', types = ''] = row.split('|');
    return [...paths.matchAll(/`(.+?)`/g)].map(([, path = '']): [string, string] => [path, types.trim()]);
  });
}

test('the README of web says which types each address accepts; more than 64 KB is refused before the sign-in is checked', async () => {
  const { app } = await openOffice({ RATE_LIMIT_MAX: '0' });
  const table = bodyTable().sort(([one], [other]) => other.length - one.length);
  const typesOf = (url: string) =>
    table.find(([path]) => url === path || (path.endsWith('*') && url.startsWith(path.slice(0, -1))))?.[1];
  const posts = routesIn(app.printRoutes({ commonPrefix: false })).filter(
    ({ method, pattern }) => method === 'post' && !pattern.endsWith('*'),
  );
  expect(posts.length).toBeGreaterThan(40);
  for (const { url, pattern } of posts) {
    const send = (type: string, payload: string) =>
      app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
    const read: string[] = [];
    for (const [name, [type = '', payload = '']] of Object.entries(bodies)) {
      if ((await send(type, payload)).statusCode === 415) continue;
      read.push(name);
      const large = await send(type, payload.padEnd(65 * 1024, ' '));
      const refused = name === 'pictures' ? 401 : 413;
      // Its body is not read, and this token is unknown.
      const expected = pattern.startsWith('/unsubscribe') ? 404 : refused;
      expect([url, name, large.statusCode]).toEqual([url, name, expected]);
    }
    expect([pattern, read.join(', ')]).toEqual([pattern, typesOf(pattern)]);
  }
});
