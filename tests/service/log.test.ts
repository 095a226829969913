import { expect, test } from 'vitest';

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
