import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { freePort } from '../support/site.ts';
import { installMissing } from './debian.ts';

/** As compose.yaml has it; no limit may be raised and no cgroup be made in every place where tests run. */
const confined = [
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
  ...['--cgroups=disabled', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=2048:2048', '--network=host'],
];

/** Why no container can be made here, or null. */
function missing(): string | null {
  if (process.getuid?.() !== 0) return 'Only root can build the image here.';
  return installMissing({ buildah: 'buildah', podman: 'podman', crun: 'crun', debootstrap: 'debootstrap' });
}

test('the image is built, runs read-only, is healthy, takes a subscription, is backed up and stops', {
  timeout: 900_000,
}, async ({ skip }) => {
  const reason = missing();
  if (reason !== null) {
    console.warn(reason);
    return skip(reason);
  }
  const folder = mkdtempSync(join(tmpdir(), 'hcs-image-'));
  const call = (...words: string[]) =>
    spawnSync(join(import.meta.dirname, 'container.sh'), [folder, ...words], { encoding: 'utf8' });
  const podman = (...words: string[]) => call('run', ...words);
  onTestFinished(() => void call('clean'));
  const built = call('build');
  expect(built.status, built.stdout.slice(-3_000) + built.stderr.slice(-3_000)).toBe(0);
  const port = String(await freePort());
  const started = podman(
    'run',
    '--detach',
    '--name',
    'site',
    ...confined,
    '--env',
    `PORT=${port}`,
    '--env',
    'HOST=127.0.0.1',
    '--volume',
    'site:/data',
    'hcs-website',
  );
  expect(started.status, started.stderr).toBe(0);
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 120_000 },
    )
    .toBe(200);
  expect(podman('healthcheck', 'run', 'site').status).toBe(0);
  expect(await (await fetch(`${url}/robots.txt`)).text()).toContain('https://www.example.com/');
  const answer = await fetch(`${url}/connect/v1/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Banda', email: 'ada@example.com' }),
  });
  expect(answer.status).toBe(201);
  const inside = (script: string) => podman('exec', 'site', 'sh', '-c', script);
  expect(inside('node server/cli.ts subscribers').stdout).toContain('ada@example.com');
  expect(inside('node server/cli.ts backup /data/copy.sqlite && test -s /data/copy.sqlite').status).toBe(0);
  expect(inside('touch /app/x /etc/x').status).not.toBe(0);
  expect(inside('id -un; stat -c "%a %U" /data').stdout).toBe('node\n700 node\n');
  podman('stop', '--time', '25', 'site');
  expect(podman('inspect', 'site', '--format', '{{.State.ExitCode}}').stdout.trim()).toBe('0');
});
