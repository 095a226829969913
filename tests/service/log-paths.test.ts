import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { serverPrefixes } from '#src/server-paths.ts';

import { startServer } from '../kit/server.ts';

const token = 'a-token-that-opens-something';

test('a log contains no parameters of addresses that only the server answers', async () => {
  await using server = await startServer({ LOG_LEVEL: 'info' });
  const named = [officePaths.enter, officePaths.preview, officePaths.confirm, officePaths.unsubscribe];
  const paths = [
    ...Object.values(serverPrefixes).map((prefix) => `${prefix}/${token}`),
    ...named.flatMap((path) => [path(token), `${path(token)}/`, path(token.repeat(20))]),
    officePaths.preview(token).replace('p', 'P'),
  ];
  for (const path of paths)
    for (const method of ['GET', 'POST']) await fetch(server.url + path, { method, redirect: 'manual' });
  await server.stop();
  const output = server.output();
  expect(output.match(/"incoming request"/g)?.length).toBeGreaterThan(paths.length);
  expect(output).not.toContain(token);
  expect(output).toContain(`"path":"${officePaths.preview(':id')}"`);
});
