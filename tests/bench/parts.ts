/** Measures files on slow and broken lines, after a build: `node tests/bench/parts.ts`. Takes four minutes. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { partBytes, partCount, partType, uploadHeader } from '#src/contract/files.ts';

import { type Chosen, entryOf, fileOf } from '../kit/file.ts';
import { applicantBody } from '../kit/page.ts';
import { startServer } from '../kit/server.ts';

const tickMs = 50;

/** A line to a local server that passes this many bits a second on, and is cut regularly if `cutMs` is given. */
async function startSlowLine(target: string, bitsPerSecond: number, cutMs?: number) {
  const sockets = new Set<Socket>();
  const bytesPerTick = (bitsPerSecond / 8) * (tickMs / 1000);
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1');
    let waiting = Buffer.alloc(0);
    let allowed = 0;
    near.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk]);
      if (waiting.length > 4_096) near.pause();
    });
    const timer = setInterval(() => {
      allowed = Math.min(allowed + bytesPerTick, bytesPerTick + 1);
      const count = Math.min(Math.floor(allowed), waiting.length);
      if (count > 0) far.write(waiting.subarray(0, count));
      allowed -= count;
      waiting = waiting.subarray(count);
      if (waiting.length <= 4_096) near.resume();
    }, tickMs);
    far.on('data', (chunk) => near.write(chunk));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        clearInterval(timer);
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = cutMs && setInterval(() => destroyAll(), cutMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      if (cut) clearInterval(cut);
      server.close();
      destroyAll();
    },
  };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

async function announced(api: string, file: Chosen): Promise<string> {
  const { payload } = await (await fetch(`${api}/job-list`)).json();
  const form = {
    ...applicantBody,
    description: file.sha256,
    job: payload[0]._id,
    files: [entryOf(file)],
  };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${api}/job-apply`, { method: 'POST', headers, body: JSON.stringify(form) });
  return (await response.json()).upload;
}

/** Sends all parts over the line, each until it has arrived. Returns how often one had to be repeated. */
async function sendParts(line: string, file: Chosen, upload: string): Promise<number> {
  const headers = { [uploadHeader]: upload, 'content-type': partType };
  let repeats = 0;
  for (let n = 0; n < partCount(file.size); ) {
    const body = new Uint8Array(file.bytes.subarray(n * partBytes, (n + 1) * partBytes));
    const url = `${line}/connect/v1/files/${file.sha256}/${n}`;
    const response = await fetch(url, { method: 'PUT', headers, body }).catch(() => undefined);
    if (response && !response.ok) throw new Error(`Part ${n}: ${response.status}`);
    if (response) n += 1;
    else repeats += 1;
  }
  return repeats;
}

/** Sends the same file in one request, three times at most. */
async function sendWhole(file: Chosen): Promise<string> {
  const server = createHttpServer((request, response) => request.resume().on('end', () => response.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  using line = await startSlowLine(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    400_000,
    10_000,
  );
  let result = 'never in three attempts';
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const response = await fetch(line.url, { method: 'POST', body: new Uint8Array(file.bytes) }).catch(
      () => undefined,
    );
    if (response?.ok) result = `at attempt ${attempt}`;
    await delay(100);
  }
  server.close();
  return result;
}

await using site = await startServer();
const api = `${site.url}/connect/v1`;
{
  const file = fileOf(partBytes);
  const upload = await announced(api, file);
  using line = await startSlowLine(site.url, 20_000);
  const start = performance.now();
  await sendParts(line.url, file, upload);
  console.log(`At 20 kbit/s, one part arrived after ${seconds(start)}.`);
}
{
  const file = fileOf(2_000_000);
  const upload = await announced(api, file);
  using line = await startSlowLine(site.url, 400_000, 10_000);
  const start = performance.now();
  const repeats = await sendParts(line.url, file, upload);
  const parts = partCount(file.size);
  console.log(
    `At 400 kbit/s, cut every 10 s: 2 MB in ${parts} parts arrived after ${seconds(start)}, with ${repeats} repeats.`,
  );
  console.log(`The same in one request: ${await sendWhole(file)}.`);
}
