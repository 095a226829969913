import { describe, expect, test } from 'vitest';

import { deleteReceived } from '#server/replies/delete-submissions.ts';
import { deleteExpired } from '#server/retention.ts';
import { received } from '#server/store/submissions.ts';
import { partBytes, partType, uploadHeader } from '#src/contract/attachments.ts';
import { fileRefusals } from '#src/words/attachments.ts';
import { serverErrors } from '#src/words/errors.ts';

import { type Chosen, entryOf, fileOf } from '../kit/file.ts';
import { sender } from './file-scene.ts';
import { openedStore } from './office-scene.ts';
import { answered, asker, dayMs, key, moveClock, openApp, sharedApp, stores } from './store.ts';

const svg = (name: string) => ({ name, bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });

describe.each(stores)('on $name', ({ newStore }) => {
  test('a file arrives in parts, in any order and repeated, and its state survives a restart', async () => {
    const settings = await newStore();
    const first = await openApp(settings);
    const { applied, put, ask } = sender(first);
    const file = fileOf(2 * partBytes + 100);
    const { upload } = await applied([file]);
    const state = (answer: { json: () => unknown }) => answer.json();
    expect(state(await answered(200, ask(file, upload)))).toEqual({
      payload: { parts: [], complete: false },
    });
    for (const [n, parts] of [
      [2, [2]],
      [0, [0, 2]],
      [0, [0, 2]],
    ] as const)
      expect(state(await answered(200, put(file, n, upload)))).toEqual({
        payload: { parts, complete: false },
      });
    await first.app.close();
    const second = sender(await openApp(first.settings));
    expect(state(await answered(200, second.ask(file, upload)))).toEqual({
      payload: { parts: [0, 2], complete: false },
    });
    const whole = { payload: { parts: [0, 1, 2], complete: true } };
    for (let times = 0; times < 2; times += 1) {
      const answer = await answered(200, second.put(file, 1, upload));
      expect([state(answer), answer.headers['cache-control']]).toEqual([whole, 'no-store']);
    }
  });

  test('of two last parts at once, one completes the file', async () => {
    const { applied, put, ask } = sender(await openApp(await newStore()));
    const file = fileOf(8 * partBytes);
    const { upload } = await applied([file]);
    await Promise.all(Array.from({ length: 8 }, (_, n) => answered(200, put(file, n, upload))));
    expect((await ask(file, upload)).json().payload.complete).toBe(true);
  });

  test('every repeat of the response has the token, and another list under another key adds its files', async () => {
    const site = await openApp(await newStore());
    const { applied, sent } = sender(site);
    const [one, two] = [fileOf(10), fileOf(20)];
    const first = await applied([one], {}, key('a'));
    expect(await applied([one], {}, key('a'))).toEqual(first);
    expect(await applied([two], {}, key('b'))).toEqual(first);
    expect(await applied([two], {}, key('b'))).toEqual(first);
    for (const file of [one, two])
      expect((await answered(200, sent(file, first.upload))).json().payload.complete).toBe(true);
    expect(await site.list()).toHaveLength(1);
    expect(first.upload).not.toBe(first.secret);
    await answered(401, site.read(`files/${one.sha256}`, { [uploadHeader]: first.secret }));
    await answered(404, site.read('application', { 'application-secret': first.upload }));
  });

  test.each<[number, keyof typeof fileRefusals, Partial<Chosen>]>([
    [422, 'empty', { bytes: Buffer.alloc(0) }],
    [413, 'large', { bytes: Buffer.from('%PDF-'), size: 5_000_001 }],
    [415, 'type', svg('drawing.pdf')],
    [415, 'type', { ...svg('drawing.svg'), type: 'image/svg+xml' }],
    [415, 'type', { name: 'page.pdf', bytes: Buffer.from('<!doctype html><script>1</script>%PDF-') }],
    [422, 'sum', { sha256: 'a'.repeat(64) }],
  ])('the text is stored, and a file gets a %i for good: %s %#', async (status, why, changes) => {
    const site = await openApp(await newStore());
    const { applied, put, ask } = sender(site);
    const file = fileOf(30, changes);
    const { upload } = await applied([file]);
    expect(await site.list()).toHaveLength(1);
    for (let times = 0; times < 2; times += 1)
      expect((await answered(status, put(file, 0, upload))).json()).toEqual({ error: fileRefusals[why] });
    await answered(status, ask(file, upload));
    expect((await site.stored()).includes('<script>1</script>%PDF-')).toBe(false);
  });

  test('an announced type that is not ours is not stored, and the content decides', async () => {
    const site = await openApp(await newStore());
    const { applied, sent } = sender(site);
    const file = fileOf(30, { type: '\0type'.repeat(5_000) });
    const { upload } = await applied([file]);
    expect((await answered(200, sent(file, upload))).json().payload.complete).toBe(true);
    expect((await site.stored()).includes('typetype')).toBe(false);
    expect((await site.stored()).includes('type\0type')).toBe(false);
  });

  test('a file goes with its application or enquiry: withdrawn, forgotten, deleted by the office or too old', async () => {
    const site = await openApp(await newStore());
    const { sent, ask } = sender(site);
    const ends = ['withdrawn', 'forgotten', 'office', 'expired'];
    const files = ends.flatMap((how) => ['a', 'b'].map((n) => fileOf(partBytes + 50, { seed: how + n })));
    const tokens: string[] = [];
    /** Applies and asks with a file each. */
    const send = async (how: string, status = 201) => {
      const email = `${how}@example.com`;
      const [cv, photo] = files
        .slice(2 * ends.indexOf(how))
        .map((file) => ({ email, files: [entryOf(file)] }));
      const application = await answered(status, site.apply(cv, key(how)));
      const enquiry = await answered(status, site.post('enquiry', { ...asker, ...photo }, key(how)));
      return [application, enquiry].map((answer) => answer.json());
    };
    const secrets: string[] = [];
    for (const how of ends)
      for (const { upload, secret } of await send(how)) {
        await answered(200, sent(files[tokens.length] as Chosen, upload));
        tokens.push(upload);
        secrets.push(secret);
      }
    /** The first bytes, as SQLite's file and PostgreSQL's export show them. */
    const marks = files.map(({ bytes }) => bytes.subarray(0, 54));
    const stored = async () => {
      const all = await site.stored();
      return marks.filter(
        (mark) => all.includes(mark.toString('latin1')) || all.includes(mark.toString('base64')),
      );
    };
    expect(await stored()).toEqual(marks);
    await answered(204, site.send('DELETE', 'application', '', { 'application-secret': secrets[0] ?? '' }));
    await site.command('forget', '--yes', 'forgotten@example.com');
    for (const kind of ['application', 'enquiry'] as const) {
      const all = await site.list(received[kind].table);
      const ids = all.filter(({ email }) => email.startsWith('office')).map(({ id }) => id);
      await site.change((trx) => deleteReceived(trx, kind, ids));
    }
    await send('office', 410);
    moveClock(31 * dayMs);
    await deleteExpired(await openedStore(site.config), 30);
    expect(await stored()).toEqual([]);
    for (const [index, file] of files.entries())
      expect((await answered(410, ask(file, tokens[index] ?? ''))).json()).toEqual({
        error: serverErrors.deleted,
      });
  });
});

const site = sharedApp();

test('a stranger without the token is refused before the body is read', async () => {
  const { applied, put, call } = sender(site());
  const file = fileOf(50);
  const { upload, secret } = await applied([file], { description: 'Token' });
  for (const token of ['', 'x', `${upload.slice(0, -2)}AA`, secret]) {
    expect((await answered(401, put(file, 0, token, { 'content-type': 'text/plain' }))).json()).toEqual({
      error: `Send the token from the form’s response in the header ${uploadHeader}.`,
    });
  }
  await answered(404, put(fileOf(51), 0, upload));
  await answered(404, call('GET', '../application', upload));
  await answered(403, put(file, 0, upload, { origin: 'https://evil.example' }));
  await answered(415, put(file, 0, upload, { 'content-type': 'application/json' }));
  await answered(
    413,
    call('PUT', `${file.sha256}/0`, upload, {
      payload: Buffer.alloc(partBytes + 1),
      headers: { 'content-type': partType, [uploadHeader]: upload },
    }),
  );
  for (const n of [1, 9999]) await answered(422, put(file, n, upload));
  for (const n of ['-1', 'x', '1e1', '00000'])
    await answered(
      422,
      call('PUT', `${file.sha256}/${n}`, upload, {
        payload: file.bytes,
        headers: { 'content-type': partType, [uploadHeader]: upload },
      }),
    );
  await answered(200, put(file, 0, upload));
});
