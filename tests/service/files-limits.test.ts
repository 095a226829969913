import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { endUnfinished } from '#server/attachments/attachments.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { deleteReceived } from '#server/replies/delete-submissions.ts';
import { deleteExpired } from '#server/retention.ts';
import { partBytes, partType, uploadHeader } from '#src/contract/attachments.ts';
import { retentionDays } from '#src/contract/retention.ts';
import { fileRefusals, noRoomForFiles } from '#src/words/attachments.ts';

import { fileOf } from '../kit/file.ts';
import { sender } from './file-scene.ts';
import { openedStore, openOffice, textIn } from './office-scene.ts';
import { untilLogged } from './problems.ts';
import { answered, applicant, asker, hourMs, key, moveClock, openApp, setClock, stores } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('beyond FILES_MAX_MB a file waits, texts are taken, and it arrives when there is room; Today says how long', async () => {
    setClock('2027-03-01T12:00:00.000Z');
    const site = await openOffice({ ...(await newStore()), FILES_MAX_MB: '5' });
    const { applied, sent, ask } = sender(site);
    const [first, second] = [fileOf(100_000), fileOf(100_000, { seed: 'b' })];
    const one = await applied([first]);
    const two = await applied([second], { description: 'Two' });
    expect((await answered(200, sent(first, one.upload))).json().payload.complete).toBe(true);
    const today = async () => textIn(await site.boss.get(officePaths.home));
    await site.store.db
      .updateTable('attachments')
      .set({ stored: 4_950_000 })
      .where('size', '=', first.size)
      .where('arrived_at', 'is not', null)
      .execute();
    const refused = await answered(503, sent(second, two.upload));
    expect([refused.json(), refused.headers['retry-after']]).toEqual([{ error: noRoomForFiles }, '300']);
    moveClock(hourMs);
    await answered(503, sent(second, two.upload));
    expect((await answered(200, ask(second, two.upload))).json().payload.complete).toBe(false);
    expect(await today()).toContain('There is no room for files since 14:00: 1 waits.');
    const [{ id = '' } = {}] = (await site.list()).filter(({ description }) => description !== 'Two');
    await site.change((trx) => deleteReceived(trx, 'application', [id]));
    expect(await today()).not.toContain('no room');
    expect((await answered(200, sent(second, two.upload))).json().payload.complete).toBe(true);
    expect(await today()).not.toContain('no room');
  });

  test('a file of which nothing was heard for 22 days has not arrived, and its parts are deleted', async () => {
    const site = await openApp(await newStore());
    const { applied, put } = sender(site);
    const files = ['a', 'b', 'c'].map((seed) => fileOf(partBytes + 1, { seed }));
    const tokens = [];
    for (const file of files) {
      const { upload } = await applied([file], { description: file.sha256 });
      await answered(200, put(file, 0, upload));
      tokens.push(upload);
    }
    const store = await openedStore(site.config);
    expect(await store.erase((trx) => endUnfinished(trx, new Date().toISOString(), 2))).toHaveLength(2);
    moveClock((retentionDays.unfinishedFile * 24 + 1) * hourMs);
    await deleteExpired(store, 365);
    for (const [index, file] of files.entries())
      expect((await answered(422, put(file, 1, tokens[index] ?? ''))).json()).toEqual({
        error: fileRefusals.late,
      });
    expect(await store.db.selectFrom('attachment_parts').select('number').execute()).toEqual([]);
    expect(await site.list()).toHaveLength(3);
  });
});

test('a network sends at most 100 MB of files a day; parts count against no other limit, nor others against them', async () => {
  const site = await openApp({ RATE_LIMIT_MAX: '1', SUBMISSIONS_PER_ADDRESS_PER_DAY: '1' });
  const { applied, put } = sender(site);
  const file = fileOf(3 * partBytes);
  const { upload } = await applied([file], {}, key('k'));
  await answered(429, site.post('enquiry', asker));
  for (const n of [0, 1]) await answered(200, put(file, n, upload));
  const unreadable = { 'content-type': 'text/plain' };
  for (let parts = 2; parts < Math.floor(100_000_000 / partBytes); parts += 1)
    await answered(415, put(file, 2, upload, unreadable));
  const { headers, body } = await answered(429, put(file, 2, upload));
  expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3600);
  expect(body).toContain('100 MB');
  await answered(200, put(file, 2, upload, {}, '203.0.113.9'));
  expect(await site.list()).toHaveLength(1);
});

test('a part may take ten minutes to arrive, other requests end sooner', async () => {
  const site = await openApp({}, { headersTimeoutMs: 400 });
  const { applied } = sender(site);
  const file = fileOf(1000);
  const { upload } = await applied([file]);
  const base = `${await site.app.listen({ port: 0, host: '127.0.0.1' })}/connect/v1`;
  /** Sends one half at once, and the other when `rest` resolves. */
  const halves = (method: string, path: string, body: Buffer, headers: object, rest: Promise<unknown>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const all = { ...headers, 'content-length': body.length };
      const sending = httpRequest(base + path, { method, headers: all }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sending.on('error', reject).write(body.subarray(0, 500));
      rest.then(() => sending.end(body.subarray(500)));
    });
  const form = Buffer.from(JSON.stringify({ ...applicant, description: 'x'.repeat(700) }));
  const never = new Promise(() => undefined);
  expect(await halves('POST', '/job-apply', form, { 'content-type': 'application/json' }, never)).toBe(408);
  await untilLogged('aborted');
  const part = { 'content-type': partType, [uploadHeader]: upload };
  expect(await halves('PUT', `/files/${file.sha256}/0`, file.bytes, part, delay(1_500))).toBe(200);
});
