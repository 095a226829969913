import { join } from 'node:path';

import { expect, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { backup } from '#server/commands/backup.ts';
import { openStore } from '#server/store/open-store.ts';
import { readSecret } from '#src/contract/application-status.ts';

import { apply, ask, secretOf, url } from './followed.ts';
import { application, formFields, postForm, temporaryFolder, testApp } from './test-app.ts';

test('no secret, an empty one and one of another shape are answered like a wrong one', async () => {
  const { app } = await testApp();
  await secretOf(app);
  const answers = [
    await app.inject(url),
    await ask(app, ''),
    await ask(app, "' or 1=1 --"),
    await ask(app, 'x'.repeat(4000)),
  ];
  for (const { statusCode, body, headers } of answers) {
    expect([statusCode, JSON.parse(body)]).toEqual([404, { error: expect.any(String) }]);
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('a form sent without a script arrives at an address without the secret', async () => {
  const { app, config } = await testApp();
  const { statusCode, headers, body } = await postForm(app, 'job-apply', await formFields(app));
  expect([statusCode, headers.location, body]).toEqual([303, '/thanks', '']);
  expect(await applications.run([], config)).toContain(application.email);
});

test('another site makes no visitor withdraw, and our own pages on another host may', async () => {
  const { app } = await testApp({ SITE_URL: 'https://hcs.example' });
  const secret = await secretOf(app);
  const from = (origin: string) =>
    app.inject({ method: 'DELETE', url, headers: { 'application-secret': secret, origin } });
  expect((await from('https://evil.example')).statusCode).toBe(403);
  const preflight = await app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://hcs.example' } });
  expect(preflight.headers).toMatchObject({
    'access-control-allow-methods': expect.stringContaining('DELETE'),
    'access-control-allow-headers': expect.stringMatching(/application-secret/i),
  });
  expect((await from('https://hcs.example')).statusCode).toBe(204);
});

test('a restored copy knows the links, and one of before they were gives an old application none', async () => {
  const { app, config } = await testApp();
  const first = await apply(app, { 'idempotency-key': 'one' });
  const folder = temporaryFolder();
  await backup.run([join(folder, 'hcs.sqlite')], config);
  const copy = await testApp({ DATA_DIR: folder });
  expect((await ask(copy.app, readSecret(first.json()) ?? '')).statusCode).toBe(200);
  expect((await apply(copy.app, { 'idempotency-key': 'one' })).body).toBe(first.body);
  const store = await openStore(copy.config);
  await store.db.updateTable('applications').set({ secret_hash: null }).execute();
  await store.close();
  expect((await apply(copy.app, { 'idempotency-key': 'one' })).json()).toEqual({
    message: expect.any(String),
  });
});
