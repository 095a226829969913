import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { hiddenIn, openOffice, problemIn, type Scene } from './office-scene.ts';
import { setClock, stores } from './store.ts';

const article = { type: 'press', title: 'A new line', source: 'Text' };
const url = officePaths.article('a-new-line');
const publishing = officePaths.publish('a-new-line');
const wireOf = ({ app }: Scene) => app.inject('/connect/v1/media/a-new-line');
const write = ({ boss }: Scene, changes: Record<string, string> = {}) =>
  boss.post(officePaths.article('new'), { ...article, ...changes });

/** Publishes the current version. */
async function publish({ boss }: Scene, fields: Record<string, string>) {
  return boss.post(publishing, { ...hiddenIn(await boss.get(publishing)), ...fields });
}

/** Saves changes to the current version. */
async function save({ boss }: Scene, changes: Record<string, string>) {
  return boss.post(url, { ...article, ...hiddenIn(await boss.get(url), url), ...changes });
}

/** A photo from a phone held upright: stored in landscape with an orientation tag. */
const portrait = () =>
  sharp({ create: { width: 1200, height: 900, channels: 3, background: '#70a12f' } })
    .withExif({ IFD0: { Copyright: 'Camera of somebody' }, IFD3: { GPSLatitude: '15/1 23/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

const storedFiles = ({ store }: Scene) =>
  store.db.selectFrom('pictures').select('name').orderBy('name').execute();

describe.each(stores)('on $name', ({ newStore }) => {
  test('an article is published at its time in Lusaka, which its draft keeps and later saving does not change', async () => {
    setClock('2026-11-23T12:00:40Z');
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    await write(scene);
    expect(problemIn(await publish(scene, { when: 'at', at: '' }))).toBe('Choose a day and a time.');
    expect((await boss.get(publishing)).body).toMatch(/first, instead of “[^”]+”/i);
    const done = await publish(scene, { when: 'at', at: '2026-11-27T17:00', featured: '1' });
    expect(done.headers.location).toBe(`${url}?done=scheduled`);
    const row = () =>
      store.db
        .selectFrom('articles')
        .select(['visible_from', 'created_at', 'planned_from', 'priority'])
        .where('id', '=', 'a-new-line')
        .executeTakeFirst();
    const at = '2026-11-27T15:00:00.000Z';
    expect(await row()).toEqual({ visible_from: at, created_at: at, planned_from: null, priority: 0 });
    const page = await boss.get(url);
    expect(page.body).toContain('It will appear on Friday, 27 November, 17:00.');
    expect([(await wireOf(scene)).statusCode, page.body]).toEqual([404, expect.not.stringContaining('T15:')]);
    await boss.post(`${url}/unpublish`);
    expect((await boss.get(url)).body).toContain(
      'Draft, not scheduled. Proposed time: Friday, 27 November, 17:00.',
    );
    const next = await save(scene, { source: 'More', action: 'publish' });
    expect(next.headers.location).toBe(publishing);
    expect((await boss.get(publishing)).body).toMatch(/checked=""[^>]*value="at".*value="2026-11-27T17:00"/s);
    await publish(scene, { when: 'at', at: '2026-11-27T17:00' });
    expect(await row()).toMatchObject({ visible_from: at, created_at: at, priority: null });

    setClock('2026-11-28T12:00:40Z');
    expect((await wireOf(scene)).statusCode).toBe(200);
    await boss.post(`${url}/unpublish`);
    expect((await wireOf(scene)).statusCode).toBe(404);
    await publish(scene, { when: 'now' });
    expect(await row()).toMatchObject({ visible_from: '2026-11-28T12:00:40.000Z', created_at: at });
    await save(scene, { source: 'Still more' });
    await publish(scene, { when: 'same', featured: '3' });
    expect(await row()).toMatchObject({ visible_from: '2026-11-28T12:00:40.000Z', priority: 2 });
    expect(await scene.payload('media-priority')).toMatchObject([{}, { _id: 'a-new-line' }]);
  });

  test('title, text and pictures are sent in one post; pictures are turned upright and lose their metadata', async () => {
    const scene = await openOffice(await newStore());
    const { app, boss } = scene;
    const source = 'One.\n\n![](picture-2)\n\nTwo.';
    const fields = { ...article, source, 'alt-1': 'A ](x) board', 'alt-2': 'A line' };
    const photo = await portrait();
    const second = await sharp(photo).flop().jpeg().toBuffer();
    const saved = await boss.upload(officePaths.article('new'), fields, [
      ['top', photo],
      ['picture-1', photo],
      ['picture-2', second],
    ]);
    expect(saved.headers.location).toBe(`${url}?done=saved`);
    const form = (await boss.get(url)).body;
    expect(form).toMatch(
      /One\.\n\n!\[A line\]\(\/uploads\/\S+\)\n\nTwo\.\n\n!\[A \\\]\(x\) board\]\(\/uploads\//,
    );
    await publish(scene, { when: 'now' });
    const { payload } = (await wireOf(scene)).json<{
      payload: { img_uri: string; images: { width: number }[] };
    }>();
    expect(payload.images.map(({ width }) => width)).toEqual([400, 800, 900]);
    const { rawPayload } = await app.inject(payload.img_uri);
    const metadata = await sharp(rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 900, height: 1200 });
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    const unsent = problemIn(await save(scene, { source }));
    expect(unsent).toContain('The picture “” was not sent with the text.');
  });

  test('each unusable picture gets its own message, keeps the text and leaves nothing stored', async () => {
    const scene = await openOffice(await newStore());
    const before = await storedFiles(scene);
    const photo = await portrait();
    const heic = Buffer.from('00000018667479706865696300000000686569636d696631', 'hex');
    const bomb = { create: { width: 9000, height: 9000, channels: 3 as const, background: '#fff' } };
    const one = (bytes: Buffer): [string, Buffer][] => [['picture-1', bytes]];
    const wrong: [[string, Buffer][], number, string][] = [
      [one(Buffer.alloc(40_000_000)), 413, 'larger than 15 MB'],
      [one(Buffer.alloc(0)), 422, '“photo.jpg” is empty'],
      [one(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 422, '“photo.jpg” is an SVG drawing'],
      [one(heic), 422, '“photo.jpg” is a HEIC photo'],
      [one(photo.subarray(0, 2000)), 422, '“photo.jpg” is damaged'],
      [one(await sharp(bomb).png().toBuffer()), 422, '“photo.jpg” has 81 megapixels'],
      [[...one(photo), ...one(photo)], 422, 'one picture in each field'],
      [[...one(photo), ['picture-2', photo]], 422, 'Say what each picture in the text shows'],
      [Array.from({ length: 7 }, (_, n) => [`picture-${n}`, photo]), 413, 'at most 6 pictures at once'],
    ];
    const source = 'A text of more than a few words, which nobody wants to write again.';
    for (const [files, status, reason] of wrong) {
      const fields = { ...article, source, 'alt-1': 'A photo' };
      const answer = await scene.boss.upload(officePaths.article('new'), fields, files);
      expect([answer.statusCode, problemIn(answer)]).toEqual([status, expect.stringContaining(reason)]);
      expect(answer.body).toContain(source);
    }
    const signedOut = await scene.stranger.upload(url, { ...article, source }, one(photo));
    expect([signedOut.statusCode, signedOut.body]).toEqual([401, expect.stringContaining(source)]);
    expect(await storedFiles(scene)).toEqual(before);
    expect((await scene.boss.get(url)).statusCode).toBe(404);
  });

  test("a preview is the site's page without scripts; its link can be ended, and leads to the article once published", async () => {
    const scene = await openOffice(await newStore());
    const { app, boss, stranger } = scene;
    await write(scene, { source: 'Told. <script>alert(1)</script> <form><button>Press</button></form>' });
    const typed = await boss.post(`${url}/preview`, { ...article, source: 'Typed ![A line](picture-1)' });
    expect(typed.body).toMatch(
      /Draft: not on the site yet.*<h1[^>]*>A new line<\/h1>.*Typed.*Picture: A line/s,
    );
    const share = async () => {
      await boss.post(`${url}/share`);
      return /\/preview\/[\w-]+/.exec((await boss.get(url)).body)?.[0] ?? '';
    };
    const ended = await share();
    const seen = await stranger.get(ended);
    expect(seen.headers['content-security-policy']).toContain("script-src 'none'");
    expect(seen.body).toMatch(
      /<link rel="stylesheet".*Draft: not on the site yet.*<header.*Told\..*<footer/s,
    );
    expect(seen.body).not.toMatch(/<script|<form|<button>/);
    expect((await app.inject(mediaDetailPath('a-new-line'))).statusCode).toBe(404);
    await boss.post(`${url}/end-preview`);
    expect((await stranger.get(ended)).statusCode).toBe(404);
    const link = await share();
    expect(link).not.toBe(ended);
    await publish(scene, { when: 'now' });
    const onward = await stranger.get(link);
    expect([onward.statusCode, onward.headers.location]).toEqual([303, mediaDetailPath('a-new-line')]);
  });

  test('a draft is deleted with its pictures, a published article only after it has been taken off the site', async () => {
    const scene = await openOffice(await newStore());
    const { app, boss } = scene;
    const photo = await portrait();
    const fields = { ...article, 'alt-1': 'A line' };
    await boss.upload(officePaths.article('new'), fields, [
      ['top', photo],
      ['picture-1', photo],
    ]);
    const pictures = [...new Set((await boss.get(url)).body.match(/\/uploads\/[\w.]+/g))];
    expect(pictures.length).toBeGreaterThan(0);
    await publish(scene, { when: 'now' });
    expect(problemIn(await boss.post(`${url}/delete`))).toBe('Take it off the site first.');
    await boss.post(`${url}/unpublish`);
    expect((await boss.post(`${url}/delete`)).headers.location).toBe(`${officePaths.articles}?done=deleted`);
    for (const picture of pictures) expect((await app.inject(picture)).statusCode).toBe(404);
    expect((await boss.get(`${officePaths.articles}?tab=draft`)).body).toContain('No articles here.');
  });
});
