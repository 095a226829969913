import { afterEach, expect, test, vi } from 'vitest';

import { connection, reportNoResponse, reportResponse } from '#src/state/connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  connection.online = true;
});

test('a visitor is not considered offline before our own server was asked', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  await reportNoResponse();
  expect(connection.online).toBe(true);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await reportNoResponse();
  expect(connection.online).toBe(false);
});

test('an old health check that times out does not override a newer request that was answered', async () => {
  const { promise, reject } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const asked = reportNoResponse();
  reportResponse();
  reject(new DOMException('The operation timed out.', 'TimeoutError'));
  await asked;
  expect(connection.online).toBe(true);
});
