import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { openOffice, problemIn, type Scene } from './office-scene.ts';
import { answered, applicant, stores } from './store.ts';

const script = '<script>alert(1)</script>';
const article = { type: 'press', title: 'A new line', source: 'First text', action: 'draft' };

const apply = (scene: Scene, changes: object) => answered(201, scene.apply(changes));
const idIn = (location: unknown) => String(location).split('/').at(-1)?.split('?')[0] ?? '';

async function writeArticle({ boss }: Scene, changes: Record<string, string> = {}): Promise<string> {
  const answer = await boss.post(officePaths.article('new'), { ...article, ...changes });
  return idIn(answer.headers.location);
}

async function photo(width: number, height: number): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#70a12f' } });
  return plain
    .withExif({ IFD0: { Copyright: 'Camera of somebody' } })
    .jpeg()
    .toBuffer();
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a vacancy is opened, applied for, closed and opened again, and two of one name are two', async () => {
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    const { boss } = scene;
    const fields = { name: 'Welder', type: 'full-time', source: `Weld. ${script}`, closesAt: '2999-01-01' };
    const first = idIn((await boss.post(officePaths.vacancy('new'), fields)).headers.location);
    const second = idIn((await boss.post(officePaths.vacancy('new'), fields)).headers.location);
    expect([first, second]).toEqual(['welder', expect.stringMatching(/^welder-\w{6}$/)]);
    await apply(scene, { job: first });
    await boss.post(`${officePaths.vacancy(first)}/close`);
    expect((await scene.post('job-apply', { ...applicant, name: 'New', job: first })).statusCode).toBe(422);
    const copy = (await boss.get(`${officePaths.vacancy('new')}?from=${first}`)).body;
    expect(copy).toContain('value="2999-01-01"');
    await boss.post(officePaths.vacancy(first), { ...fields, version: '1' });
    await apply(scene, { name: 'New', job: first });
    const shown = await boss.post(officePaths.textPreview, fields);
    expect(shown.body).toMatch(/<article class="article-body"><p>Weld. <\/p>/);
  });

  test('of two who edit the same text the second is told, and overwrites nothing', async () => {
    const scene = await openOffice(await newStore());
    const { boss } = scene;
    const article1 = officePaths.article(await writeArticle(scene));
    const vacancy = officePaths.vacancy(await scene.job());
    const saved = await boss.post(officePaths.letter('new'), { subject: 'News', source: 'First' });
    const letter = officePaths.letter(idIn(saved.headers.location));
    for (const url of [article1, vacancy, letter]) {
      const version = /name="version" value="(\d+)"/.exec((await boss.get(url)).body)?.[1] ?? '';
      const save = (source: string) => {
        const fields = { ...article, name: 'Engineer', subject: 'News', version, source };
        return boss.post(url, fields);
      };
      const answers = await Promise.all([save('One text'), save('Other text')]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
      const kept = answers[0]?.statusCode === 303 ? 'One text' : 'Other text';
      expect((await boss.get(url)).body).toContain(kept);
    }
  });

  test('a draft is seen by its preview link alone; published it is on the site, and taken off it is not', async () => {
    const scene = await openOffice(await newStore());
    const { app, boss, stranger } = scene;
    const form = '<form action="/office/people"><button>Press</button></form>';
    const id = await writeArticle(scene, { source: `Text ${script} ${form}` });
    const url = officePaths.article(id);
    const wire = async () => (await app.inject(`/connect/v1/media/${id}`)).statusCode;
    expect([await wire(), (await app.inject(mediaDetailPath(id))).statusCode]).toEqual([404, 404]);
    await boss.post(`${url}/share`);
    const { 0: link = '' } = /\/preview\/[\w-]+/.exec((await boss.get(url)).body) ?? {};
    const seen = await stranger.get(link);
    expect(seen.body).toContain('<h1>A new line</h1>');
    expect(seen.body).toContain('Text');
    expect(seen.body).not.toMatch(/alert\(1\)|<form/);
    expect((await stranger.get(`${link}x`)).statusCode).toBe(404);
    await boss.post(url, { ...article, action: 'publish', version: '1', featured: '1' });
    expect(await wire()).toBe(200);
    await boss.post(url, { ...article, action: 'publish', version: '2', date: '2999-01-01T08:00' });
    expect([await wire(), (await boss.get(url)).body]).toEqual([404, expect.stringContaining('scheduled')]);
    await boss.post(`${url}/withdraw`);
    expect([await wire(), (await boss.get(url)).body]).toEqual([404, expect.stringContaining('draft')]);
  });

  test("a picture comes out as WebP of three widths without the camera's data", async () => {
    const scene = await openOffice(await newStore());
    const { app, boss } = scene;
    const id = await writeArticle(scene, { action: 'publish' });
    const url = `${officePaths.article(id)}/picture`;
    expect((await boss.upload(url, await photo(2400, 1200), 'p.jpg', { place: 'top' })).statusCode).toBe(303);
    const { payload } = (await app.inject(`/connect/v1/media/${id}`)).json<{
      payload: { img_uri: string; images: { src: string; width: number }[] };
    }>();
    expect(payload.images.map(({ width }) => width)).toEqual([400, 800, 1600]);
    expect(payload.img_uri).toBe(payload.images[2]?.src);
    const { rawPayload } = await app.inject(payload.img_uri);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    const without = await boss.upload(url, await photo(300, 300), 'p.jpg', { place: 'text', alt: ' ' });
    expect(problemIn(without)).toContain('Describe the picture');
    await boss.upload(url, await photo(300, 300), 'p.jpg', { place: 'text', alt: 'A ](x) board' });
    expect((await boss.get(officePaths.article(id))).body).toContain('![A \\](x) board](/uploads/');
  });

  test('a picture that is too large, of a wrong kind or a bomb of pixels is refused by name and leaves nothing', async () => {
    const scene = await openOffice(await newStore());
    const { boss, store } = scene;
    const url = `${officePaths.article(await writeArticle(scene))}/picture`;
    const before = await store.db.selectFrom('files').select('name').execute();
    const bomb = { create: { width: 9000, height: 9000, channels: 3 as const, background: '#fff' } };
    const wrong: [Buffer, number, string][] = [
      [Buffer.alloc(40_000_000), 413, 'larger than 15 MB'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'not a picture that can be used'],
      [Buffer.from('PK\u0003\u0004'), 422, 'not a picture that can be used'],
      [(await photo(900, 900)).subarray(0, 2000), 422, 'not a picture that can be used'],
      [await sharp(bomb).png().toBuffer(), 422, 'up to 60 megapixels'],
      [Buffer.alloc(0), 422, 'Choose a picture first'],
    ];
    for (const [bytes, status, reason] of wrong) {
      const answer = await boss.upload(url, bytes, 'photo.jpg', { place: 'top', alt: 'A photo' });
      expect([answer.statusCode, problemIn(answer)]).toEqual([status, expect.stringContaining(reason)]);
    }
    expect(await store.db.selectFrom('files').select('name').execute()).toEqual(before);
  });
});
