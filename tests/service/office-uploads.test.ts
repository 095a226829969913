import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openOffice } from './office-scene.ts';
import { untilLogged } from './problems.ts';

const minuteMs = 60_000;

/** A photo of nearly 15 MB, encoded as a browser's form. */
async function largeForm(title: string): Promise<{ type: string; body: Buffer }> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const raw = sharp({ create: { width: 2200, height: 2200, channels: 3, background: '#000', noise } });
  const photo = await raw.png({ compressionLevel: 0 }).toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: 'press', title, source: 'Text', 'alt-1': 'A board' }))
    form.set(name, value);
  form.set('picture-1', new Blob([new Uint8Array(photo)]), 'photo.png');
  const whole = new Response(form);
  return { type: whole.headers.get('content-type') ?? '', body: Buffer.from(await whole.arrayBuffer()) };
}

test('a picture of 15 MB may take five minutes; a slower upload leaves nothing', async () => {
  const { app, boss, store } = await openOffice();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  /** Sends the first half, then advances the clock by `minutes`. */
  const begin = async (title: string, minutes: number) => {
    const { type, body } = await largeForm(title);
    const headers = { 'content-type': type, 'content-length': body.length, cookie: boss.cookie };
    const upload = request({ port, method: 'POST', path: officePaths.article('new'), headers });
    upload.on('error', () => {});
    const arrived = once(app.server, 'request');
    upload.write(body.subarray(0, body.length / 2));
    const [incoming] = (await arrived) as [IncomingMessage];
    await vi.waitUntil(() => incoming.socket.bytesRead > body.length / 3, { timeout: 60_000 });
    vi.advanceTimersByTime(minutes * minuteMs);
    return { upload, rest: body.subarray(body.length / 2) };
  };
  const stored = async () => (await store.db.selectFrom('pictures').select('name').execute()).length;
  const before = await stored();

  const slow = await begin('Slow', 4.9);
  const answered = once(slow.upload, 'response') as Promise<[IncomingMessage]>;
  slow.upload.end(slow.rest);
  expect((await answered)[0].statusCode).toBe(303);
  expect(await stored()).toBe(before + 1);

  const slower = await begin('Slower', 5.1);
  // Not `once`, which rejects if part of the first half is still being written.
  await new Promise((resolve) => slower.upload.on('close', resolve));
  expect((await boss.get(officePaths.articles)).body).not.toContain('Slower');
  expect(await stored()).toBe(before + 1);
  vi.useRealTimers();
  await untilLogged('aborted');
});

test('pictures from a person who is not signed in are not read, and count towards the limit', async () => {
  const { app } = await openOffice({ RATE_LIMIT_MAX: '3' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 15_000_000 };
  // The first of the three allowed posts was the sign-in.
  for (const status of [401, 401, 429]) {
    const upload = request({ port, method: 'POST', path: officePaths.article('new'), headers });
    upload.on('error', () => {}).write('--x\r\n');
    const [answer] = (await once(upload, 'response')) as [IncomingMessage];
    upload.destroy();
    expect(answer.statusCode).toBe(status);
  }
});
