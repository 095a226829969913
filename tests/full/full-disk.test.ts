import { execFileSync } from 'node:child_process';

import { expect, onTestFinished, test } from 'vitest';

import { startServer } from '../kit/server.ts';
import { applicant, key, openApp, temporaryFolder } from '../service/store.ts';

test('on a full disk a write gets a 503, and nothing is half stored', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('Only root can mount a small disk.');
  const folder = temporaryFolder();
  const disk = (command: string, ...options: string[]) => execFileSync(command, [...options, folder]);
  disk('mount', '-t', 'tmpfs', '-o', 'size=8m', 'tmpfs');
  onTestFinished(() => void disk('umount', '--lazy'));
  await using server = await startServer({ DATA_DIR: folder });
  const { job, list } = await openApp({ DATA_DIR: folder });
  const id = await job();
  const send = async (number: number) => {
    const description = `${number} ${'long '.repeat(290)}`;
    const answer = await fetch(`${server.url}/connect/v1/job-apply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key(`key-${number}`) },
      body: JSON.stringify({ ...applicant, job: id, description }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  // Leave little space: SQLite's log grows until it is checkpointed into the store.
  const fill = 'head -c "$(($(df --output=avail -B1 "$0" | tail -n 1) - 150000))" /dev/zero > "$0/filling"';
  disk('sh', '-c', fill);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  const answers = await Promise.all(numbers.map(send));
  const refused = answers.filter(({ status }) => status === 503);
  const taken = answers.filter(({ status }) => status === 201);
  expect([refused.length + taken.length, refused.length > 0]).toEqual([200, true]);
  for (const { body } of refused) expect(body).toEqual({ error: expect.any(String) });
  expect(server.output()).toMatch(/database or disk is full|disk I\/O error/);
  expect(server.output()).not.toMatch(/rollback|savepoint:|no such/);
  disk('mount', '-o', 'remount,size=64m');
  expect(await list()).toHaveLength(taken.length);
  for (const { status } of await Promise.all(numbers.map(send))) expect(status).toBe(201);
  expect(await list()).toHaveLength(200);
});
