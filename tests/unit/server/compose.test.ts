import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { providerTimeoutMs } from '#server/connect/upstream.ts';

import { deploy, given, readCompose } from '../../kit/compose.ts';

test('compose.yaml names a missing setting', () => {
  expect(() => readCompose({ SITE_URL: given.SITE_URL })).toThrow('POSTGRES_PASSWORD');
  expect(() => readCompose({ POSTGRES_PASSWORD: given.POSTGRES_PASSWORD })).toThrow('SITE_URL');
});

test('the container and the service wait longer than the server does for a request in progress', () => {
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(deploy, 'hcs.service'), 'utf8'))?.[1];
  const grace = /^(\d+)s$/.exec(readCompose(given).site.stop_grace_period ?? '')?.[1];
  // main.ts waits for 5 s longer than a provider may take.
  for (const patience of [unit, grace])
    expect(Number(patience)).toBeGreaterThan(providerTimeoutMs / 1_000 + 5);
});
