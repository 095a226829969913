import { expect, test } from 'vitest';

import { readSecret } from '#src/contract/application-status.ts';

import { startSite } from '../support/site.ts';
import { application } from './test-app.ts';

test('the log tells of each request with its id, and nothing about the person', async () => {
  await using site = await startSite({ LOG_LEVEL: 'info' });
  const { payload } = (await (await fetch(`${site.url}/connect/v1/job-list`)).json()) as {
    payload: { _id: string }[];
  };
  const send = (body: string) =>
    fetch(`${site.url}/connect/v1/job-apply?email=${application.email}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': application.name },
      body,
    });
  expect((await send(JSON.stringify({ ...application, job: payload[0]?._id }))).status).toBe(201);
  expect((await send(JSON.stringify({ ...application, email: 'wrong' }))).status).toBe(422);
  expect((await send(`{"email":"${application.email}"`)).status).toBe(400);
  await site.stop();
  const lines = site
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { reqId?: string; req?: { path: string } });
  const requests = lines.filter(({ req }) => req?.path === '/connect/v1/job-apply');
  expect(requests).toHaveLength(3);
  for (const { reqId } of requests) expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
  for (const personal of [application.email, application.mobile, application.name, '127.0.0.1"'])
    expect(site.output()).not.toContain(personal);
});

test('no secret is in the log, whether it is right, wrong or asked for by a broken request', async () => {
  await using site = await startSite({ LOG_LEVEL: 'info' });
  const { payload } = (await (await fetch(`${site.url}/connect/v1/job-list`)).json()) as {
    payload: { _id: string }[];
  };
  const sent = await fetch(`${site.url}/connect/v1/job-apply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...application, job: payload[0]?._id }),
  });
  const secret = readSecret(await sent.json()) ?? '';
  const wrong = 'A'.repeat(22);
  const askFor = async (text: string, method: string, body?: string) =>
    (
      await fetch(`${site.url}/connect/v1/application`, {
        method,
        headers: { 'application-secret': text },
        body,
      })
    ).status;
  expect(await askFor(secret, 'GET')).toBe(200);
  expect(await askFor(wrong, 'GET')).toBe(404);
  expect(await askFor(secret, 'POST', '{')).toBeGreaterThanOrEqual(400);
  expect(await askFor(secret, 'DELETE')).toBe(204);
  await site.stop();
  expect(site.output().split('/connect/v1/application"').length).toBeGreaterThan(3);
  expect(secret).toHaveLength(43);
  for (const trace of [secret, wrong]) expect(site.output()).not.toContain(trace);
});
