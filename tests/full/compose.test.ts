import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { deploy, given, readCompose } from '../kit/compose.ts';
import { startPostgres, withClient } from '../kit/postgres.ts';
import { startServer } from '../kit/server.ts';
import { bob } from '../service/restore-scene.ts';
import { ada, answered, asker, newDatabase, openApp, temporaryFolder } from '../service/store.ts';
import { installMissing } from './debian.ts';

const root = join(import.meta.dirname, '../..');

test('the site in compose.yaml serves and stores even if the password is full of special characters', async () => {
  const { site, database } = readCompose(given);
  await using cluster = await startPostgres(database.environment.POSTGRES_PASSWORD);
  const { host, pathname } = new URL(await cluster.newDatabase());
  const settings = {
    ...site.environment,
    DATABASE_URL: (site.environment.DATABASE_URL ?? '').replace('@database/hcs', `@${host}${pathname}`),
  };
  await using server = await startServer(settings);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const form = { method: 'POST', body: new URLSearchParams(asker), redirect: 'manual' } as const;
  const answer = await fetch(`${server.url}/connect/v1/enquiry`, form);
  expect(answer.status).toBe(303);
  const { backup } = readCompose(given);
  expect(backup.environment).toEqual(site.environment);
  // The first nightly backup runs at once; the second sleep fails and ends the loop.
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n[ ! -e "$0.slept" ] && touch "$0.slept"', { mode: 0o755 });
  const PATH = `${folder}:${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, ...settings, PATH };
  const listed = execFileSync(process.execPath, ['server/cli.mjs', 'enquiries'], { cwd: root, env });
  expect(String(listed)).toContain(asker.name);
  const [shell = '', ...words] = backup.command ?? [];
  const filled = words.map((word) => word.replaceAll('$$', '$').replace('/backups', folder));
  execFileSync(shell, filled, { cwd: root, env });
  expect(readdirSync(folder).filter((name) => name.endsWith('.sqlite'))).toHaveLength(1);
});

test('Caddy in compose.yaml answers for the site, also over HTTP/3', async ({ skip }) => {
  const missing = installMissing({ caddy: 'caddy' });
  if (missing.length > 0) skip(`Missing: ${missing.join(', ')}`);
  const { caddy } = readCompose({ ...given, SITE_ALIAS: 'https://example.com' });
  const adapted = execFileSync('caddy', ['adapt', '--config', join(deploy, 'Caddyfile')], {
    env: { ...process.env, ...caddy.environment },
    encoding: 'utf8',
  });
  expect(adapted).toContain('"host":["www.example.com"]');
  expect(adapted).toContain('"dial":"site:4173"');
  expect(adapted).toContain('"host":["example.com"]');
  expect(adapted).toContain('"Location":["https://www.example.com{http.request.uri}"]');
  expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
});

/** Stands in for docker: runs here what a container would run. */
const docker = `#!/bin/sh
case "$2 $3" in
  'exec backup') shift 3; exec "$@" ;;
  'run --rm') shift 5; exec "$@" ;;
esac`;

test('the copy made before an update is restored as the README says; what was added since stays in the old schema', async () => {
  const url = await newDatabase();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
  const PATH = `${folder}:${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, PATH, DATABASE_URL: url };
  const sh = (script: string) =>
    execFileSync('sh', ['-ec', script.replaceAll('/backups', folder)], { cwd: root, env });
  const readme = readFileSync(join(root, 'server/README.md'), 'utf8');
  const [, lines = ''] = /## In containers[\s\S]*?```\n([\s\S]*?)```/.exec(readme) ?? [];
  const [, update = '', restore = ''] = lines.split('\n\n');
  const { app, post } = await openApp({ DATABASE_URL: url });
  await answered(201, post('subscribe', ada));
  sh(update);
  await answered(201, post('subscribe', bob));
  await app.close();
  sh(restore);
  const { subscribers } = await openApp({ DATABASE_URL: url });
  expect(await subscribers()).toMatchObject([ada]);
  const schemas = "select nspname as name from pg_namespace where nspname like 'before_restore_%'";
  const since = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(schemas);
    return client.query(`select email from ${rows[0]?.name}.subscribers order by email`);
  });
  expect(since.rows).toEqual([{ email: ada.email }, { email: bob.email }]);
});
