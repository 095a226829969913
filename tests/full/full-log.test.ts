import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';

import { expect, onTestFinished, test } from 'vitest';

import { siteDefaults } from '../kit/first-start.ts';
import { ownPort } from '../kit/ports.ts';
import { asker, temporaryFolder, until } from '../service/store.ts';

test('a log on a full disk loses its lines, and the server goes on', async () => {
  const PORT = String(await ownPort());
  const server = spawn(process.execPath, ['server/main.mjs'], {
    env: { ...process.env, ...siteDefaults, DATA_DIR: temporaryFolder(), PORT, LOG_LEVEL: 'info' },
    // Each write to it fails like one to a full disk.
    stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const url = `http://127.0.0.1:${PORT}`;
  await until(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
  for (let time = 0; time < 3; time += 1) {
    const body = new URLSearchParams({ ...asker, message: `Question ${time}` });
    const { status } = await fetch(`${url}/connect/v1/enquiry`, { method: 'POST', body, redirect: 'manual' });
    expect(status).toBe(303);
  }
  server.kill();
  expect(await once(server, 'exit')).toEqual([0, null]);
});
