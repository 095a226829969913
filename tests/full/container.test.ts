import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { ownPort } from '../kit/ports.ts';
import { asker, temporaryFolder, until } from '../service/store.ts';
import { installMissing } from './debian.ts';

const programs = { buildah: 'buildah', podman: 'podman', crun: 'crun', debootstrap: 'debootstrap' };

/** As in compose.yaml, but without raising limits or creating cgroups, which not every test machine allows. */
const confined = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--cgroups=disabled', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=2048:2048', '--network=host'],
];

test('the image can be built, runs read-only, stores data, can be backed up and stops', async ({ skip }) => {
  const missing = process.getuid?.() === 0 ? installMissing(programs) : ['root'];
  if (missing.length > 0) skip(`Missing: ${missing.join(', ')}`);
  const folder = temporaryFolder();
  const call = (...words: string[]) =>
    spawnSync(join(import.meta.dirname, 'container.sh'), [folder, ...words], { encoding: 'utf8' });
  const podman = (...words: string[]) => call('run', ...words);
  onTestFinished(() => void call('clean'));
  const built = call('build');
  expect(built.status, built.stdout.slice(-3_000) + built.stderr.slice(-3_000)).toBe(0);
  const port = String(await ownPort());
  const settings = ['--env', `PORT=${port}`, '--env', 'HOST=127.0.0.1', '--volume', 'site:/data'];
  const started = podman('run', '--detach', '--name', 'site', ...confined, ...settings, 'hcs-website');
  expect(started.status, started.stderr).toBe(0);
  const url = `http://127.0.0.1:${port}`;
  await until(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
  const health = podman('healthcheck', 'run', 'site');
  expect(health.status, health.stderr).toBe(0);
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('https://www.example.com/');
  const body = new URLSearchParams(asker);
  const answer = await fetch(`${url}/connect/v1/enquiry`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  const inside = (script: string) => podman('exec', 'site', 'sh', '-c', script);
  expect(inside('node server/cli.mjs enquiries').stdout).toContain(asker.name);
  expect(inside('node server/cli.mjs backup /data/copy.sqlite && test -s /data/copy.sqlite').status).toBe(0);
  expect(inside('touch /app/x /etc/x').status).not.toBe(0);
  expect(inside('id -un; stat -c "%a %U" /data').stdout).toBe('node\n700 node\n');
  podman('stop', '--time', '25', 'site');
  expect(podman('inspect', 'site', '--format', '{{.State.ExitCode}}').stdout.trim()).toBe('0');
}, 900_000);
