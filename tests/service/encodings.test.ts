import { expect, test } from 'vitest';

import { testApp } from './test-app.ts';

test.each([
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.2, br;q=0.3, identity;q=0.1', 'br'],
  ['identity, br;q=0.5', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['zstd, compress', undefined],
  ['', undefined],
])('"accept-encoding: %s" is answered with %s', async (accepted, encoding) => {
  const { app } = await testApp();
  const { statusCode, headers } = await app.inject({
    url: '/contact',
    headers: { 'accept-encoding': accepted },
  });
  expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
});
