import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { providerTimeoutMs } from '#server/api/upstream.ts';

import { startPostgres } from '../kit/postgres.ts';
import { startServer } from '../kit/server.ts';
import { bob } from '../service/restore-scene.ts';
import { ada, answered, asker, newDatabase, openApp, temporaryFolder } from '../service/store.ts';
import { installMissing } from './debian.ts';

const root = join(import.meta.dirname, '../..');
const deploy = join(root, 'server/deploy');

type Service = {
  command?: string[];
  environment: Record<string, string>;
  stop_grace_period?: string;
  ports?: string[];
};

type Services = Record<'caddy' | 'site' | 'backup' | 'database', Service>;

/** The file as compose reads it: `${NAME}`, `${NAME:-otherwise}` and `${NAME:?what is missing}` are filled in. */
function readCompose(env: Record<string, string>): Services {
  const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;
  const fill = (_: string, name: string, kind?: string, word = '') => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`required variable ${name} is missing: ${word}`);
    return word;
  };
  const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
  const fillIn = (_: unknown, value: unknown) =>
    typeof value === 'string' ? value.replace(variable, fill) : value;
  return (parse(text, fillIn) as { services: Services }).services;
}

const password = 'p/w#x:y@z %24 "q"';
const given = { POSTGRES_PASSWORD: password, SITE_URL: 'https://www.example.com' };

test('with a password full of signs the site of compose.yaml serves and stores', async () => {
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
  // The first night comes at once, the second never.
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\n[ ! -e "$0.slept" ] && touch "$0.slept"', { mode: 0o755 });
  const PATH = `${folder}:${dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...process.env, ...settings, PATH };
  const listed = execFileSync(process.execPath, ['server/cli.ts', 'enquiries'], { cwd: root, env });
  expect(String(listed)).toContain(asker.name);
  const [shell = '', ...words] = backup.command ?? [];
  const filled = words.map((word) => word.replaceAll('$$', '$').replace('/backups', folder));
  execFileSync(shell, filled, { cwd: root, env });
  expect(readdirSync(folder).filter((name) => name.endsWith('.dump'))).toHaveLength(1);
});

test('compose.yaml says what is missing', () => {
  expect(() => readCompose({ SITE_URL: given.SITE_URL })).toThrow('POSTGRES_PASSWORD');
  expect(() => readCompose({ POSTGRES_PASSWORD: password })).toThrow('SITE_URL');
});

test('container and service wait longer than the server does for a request under way', () => {
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(deploy, 'hcs.service'), 'utf8'))?.[1];
  const grace = /^(\d+)s$/.exec(readCompose(given).site.stop_grace_period ?? '')?.[1];
  // main.ts waits 5 s longer than a provider may take.
  for (const patience of [unit, grace])
    expect(Number(patience)).toBeGreaterThan(providerTimeoutMs / 1_000 + 5);
});

test('Caddy of compose.yaml answers for the site, by HTTP/3 too', async ({ skip }) => {
  const missing = installMissing({ caddy: 'caddy' });
  if (missing.length > 0) skip(`Missing: ${missing.join(', ')}`);
  const { caddy } = readCompose(given);
  const adapted = execFileSync('caddy', ['adapt', '--config', join(deploy, 'Caddyfile')], {
    env: { ...process.env, ...caddy.environment },
    encoding: 'utf8',
  });
  expect(adapted).toContain('"host":["www.example.com"]');
  expect(adapted).toContain('"dial":"site:4173"');
  expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
});

/** In the place of docker: what a container would run is run here. */
const docker = `#!/bin/sh
case "$2 $3" in
  'exec backup') shift 3; exec "$@" ;;
  'run --rm') shift 5; exec "$@" ;;
esac`;

test('the copy made at an update is restored as the README says, and nothing since is lost', async () => {
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
  expect(await subscribers()).toHaveLength(2);
});
