import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { withStore } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { partBytes, partType, uploadHeader } from '#src/contract/files.ts';

import { entryOf, fileOf } from '../kit/file.ts';
import { startServer } from '../kit/server.ts';
import { startWriters } from '../kit/writers.ts';
import { applicant, isFull, key, stores, until } from './store.ts';

const rounds = isFull ? 8 : 1;

describe.each(stores)('on $name', ({ newStore }) => {
  test('killed at any moment, the server keeps everything it has acknowledged and stores nothing twice', async () => {
    const settings = await newStore();
    await using server = await startServer(settings);
    const writers = await startWriters([server.url]);
    for (let round = 0; round < rounds; round += 1) {
      const before = writers.thanked();
      writers.write();
      await until(() => expect(writers.thanked()).toBeGreaterThan(before));
      // Kill it at another moment in each round; this does not wait for anything.
      await delay((150 * round) / rounds);
      await Promise.all([server.stop('SIGKILL'), writers.stop()]);
      await server.start();
    }
    expect(writers.open().length).toBeGreaterThan(0);
    await writers.expectAllStoredOnce({ ...settings, DATA_DIR: server.dataDir }, rounds);
  });

  test('killed while files are taken back, the server has each whole or not at all, and a repeat ends it', async () => {
    const settings = await newStore();
    await using server = await startServer(settings);
    const file = fileOf(2 * partBytes + 100);
    const send = (method: string, call: string, headers: Record<string, string>, body?: BodyInit) =>
      fetch(`${server.url}/connect/v1/${call}`, { method, headers, body: body ?? null });
    const jobs = (await (await send('GET', 'job-list', {})).json()) as { payload: { _id: string }[] };
    const tokens: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const text = { ...applicant, job: jobs.payload[0]?._id, description: name, files: [entryOf(file)] };
      const headers = { 'content-type': 'application/json', ...key(name) };
      const sent = await send('POST', 'job-apply', headers, JSON.stringify(text));
      const { upload } = (await sent.json()) as { upload: string };
      for (const n of [0, 1, 2]) {
        const part = new Uint8Array(file.bytes.subarray(n * partBytes, (n + 1) * partBytes));
        const partHeaders = { 'content-type': partType, [uploadHeader]: upload };
        expect((await send('PUT', `files/${file.sha256}/${n}`, partHeaders, part)).status).toBe(200);
      }
      tokens.push(upload);
    }
    const ask = (method: 'GET' | 'DELETE', token: string) =>
      send(method, `files/${file.sha256}`, { [uploadHeader]: token });
    const answers = tokens.map((token) => ask('DELETE', token).catch(() => undefined));
    await Promise.race(answers);
    await server.stop('SIGKILL');
    const told = (await Promise.all(answers)).filter((answer) => answer?.status === 200);
    // One statement, because PostgreSQL may still commit what the server had begun.
    const stored = await withStore(readConfig({ ...settings, DATA_DIR: server.dataDir }), async ({ db }) => {
      const rows = await db
        .selectFrom('attachments')
        .leftJoin('attachment_parts', 'attachment', 'id')
        .select(({ fn }) => ['refused', fn.count('number').as('parts')])
        .groupBy(['id', 'refused'])
        .execute();
      return rows.map(({ refused, parts }) => [refused, Number(parts)]);
    });
    for (const one of stored)
      expect([
        [null, 3],
        ['removed', 0],
      ]).toContainEqual(one);
    expect(stored.filter(([refused]) => refused).length).toBeGreaterThanOrEqual(told.length);
    await server.start();
    for (const token of tokens) {
      expect((await ask('DELETE', token)).status).toBe(200);
      expect((await ask('GET', token)).status).toBe(422);
    }
  });
});
