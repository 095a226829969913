import { expect, test } from 'vitest';

import { entered, openOffice, problemIn } from './office-scene.ts';

const forEverything = ['applications', 'enquiries', 'vacancies', 'people', 'log'];
const open = /^\/office\/(?:sign-in|enter|files|access\/sign-in)\b/;

/** Each method and address of the office, read from Fastify's own tree. */
function routesIn(tree: string) {
  const path: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│├└─ ]*)(\S+) \(([^)]*)\)$/.exec(line) ?? [];
    path.splice(indent.length / 4 - 1, path.length, part);
    const url = path.join('').replace(':id', '1').replace('*', 'nothing');
    const known = methods.split(', ').filter((method) => ['GET', 'POST'].includes(method));
    return known.map((method) => ({ method: method === 'GET' ? ('get' as const) : ('post' as const), url }));
  });
}

test('each address asks for a session and for forms of our own, what editors do not see for all rights, and is neither kept nor listed', async () => {
  const { app, boss, store, stranger } = await openOffice();
  const editor = await entered(app, store, 'editor@hcs.example', 'editor');
  const all = routesIn(app.printRoutes({ commonPrefix: false })).filter(
    ({ url }) => /^\/office\b/.test(url) && !open.test(url),
  );
  expect(all.length).toBeGreaterThan(40);
  // Signing out ends the session that the others need.
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
