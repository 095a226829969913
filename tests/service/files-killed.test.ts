import { setTimeout as delay } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { type Arrived, partBytes, partType, uploadHeader } from '#src/contract/files.ts';

import { entryOf, fileOf } from '../kit/file.ts';
import { startServer } from '../kit/server.ts';
import { applicant, isFull } from './store.ts';

const json = { 'content-type': 'application/json' };

test('killed between and during parts, the server has each part that it acknowledged, and the file arrives once', async () => {
  await using server = await startServer();
  const api = `${server.url}/connect/v1`;
  const file = fileOf(6 * partBytes + 7);
  const [vacancy] = (await (await fetch(`${api}/job-list`)).json()).payload;
  const form = JSON.stringify({ ...applicant, job: vacancy._id, files: [entryOf(file)] });
  const answer = await fetch(`${api}/job-apply`, { method: 'POST', headers: json, body: form });
  const { upload } = await answer.json();
  const headers = { [uploadHeader]: upload, 'content-type': partType };
  const call = async (path: string, init: RequestInit): Promise<Arrived> => {
    const response = await fetch(`${api}/files/${file.sha256}${path}`, init);
    expect(response.ok, `${response.status}`).toBe(true);
    return (await response.json()).payload;
  };
  const put = (n: number) =>
    call(`/${n}`, {
      method: 'PUT',
      headers,
      body: new Uint8Array(file.bytes.subarray(n * partBytes, (n + 1) * partBytes)),
    });
  const last = 6;
  const kills = isFull ? last : 1;
  for (let n = 0; n < kills; n += 1) {
    const { parts } = await put(n);
    expect(parts).toContain(n);
    // Kill it at another moment of the next part each time; this does not wait for anything.
    const lost = put(n + 1).catch(() => undefined);
    await delay(n);
    await server.stop('SIGKILL');
    await lost;
    await server.start();
    expect((await call('', { headers })).parts).toEqual(expect.arrayContaining(parts));
  }
  for (let n = kills; n < last; n += 1) await put(n);
  expect(await put(last)).toEqual({ parts: [0, 1, 2, 3, 4, 5, 6], complete: true });
}, 400_000);
