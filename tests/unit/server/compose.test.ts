import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { providerTimeoutMs } from '#server/connect/upstream.ts';

import { deploy, given, readCompose } from '../../kit/compose.ts';

test('compose.yaml names a missing setting', () => {
  expect(() => readCompose({ SITE_URL: given.SITE_URL })).toThrow('POSTGRES_PASSWORD');
  expect(() => readCompose({ POSTGRES_PASSWORD: given.POSTGRES_PASSWORD })).toThrow('SITE_URL');
});

test('Caddy is told the other name of the site, or one that nobody can request', () => {
  expect(readCompose(given).caddy.environment.SITE_ALIAS).toBe('http://alias.invalid');
  const alias = { ...given, SITE_ALIAS: 'https://example.com' };
  expect(readCompose(alias).caddy.environment.SITE_ALIAS).toBe('https://example.com');
});

test('the server trusts Caddy, or as many proxies as there are', () => {
  expect(readCompose(given).site.environment.TRUST_PROXY).toBe('1');
  expect(readCompose({ ...given, TRUST_PROXY: '2' }).site.environment.TRUST_PROXY).toBe('2');
});

test('the nightly backup is confined like the server, whose code it runs', () => {
  const [server, backup] = ['hcs.service', 'hcs-backup.service'].map((file) => {
    const [, section = ''] =
      /\n\[Service\]\n([\s\S]*?)(?:\n\[|$)/.exec(readFileSync(join(deploy, file), 'utf8')) ?? [];
    return section
      .split('\n')
      .filter((line) => /^(?!Restart)[A-Z]\w*=(?:yes|strict|invisible|AF_.*|@.*|native|)$/.test(line));
  });
  expect(server?.length).toBeGreaterThan(18);
  expect(backup).toEqual(server);
});

test('the container and the service wait longer than the server does for a request in progress', () => {
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(deploy, 'hcs.service'), 'utf8'))?.[1];
  const grace = /^(\d+)s$/.exec(readCompose(given).site.stop_grace_period ?? '')?.[1];
  // serve.ts waits for 5 s longer than a provider may take.
  for (const patience of [unit, grace])
    expect(Number(patience)).toBeGreaterThan(providerTimeoutMs / 1_000 + 5);
});
