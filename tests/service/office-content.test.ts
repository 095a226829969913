import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { openOffice, type Scene } from './office-scene.ts';
import { answered, applicant, stores } from './store.ts';

const script = '<script>alert(1)</script>';
const article = { type: 'press', title: 'A new line', source: 'First text' };

const apply = (scene: Scene, changes: object) => answered(201, scene.apply(changes));
const idIn = (location: unknown) => String(location).split('/').at(-1)?.split('?')[0] ?? '';

async function writeArticle({ boss }: Scene): Promise<string> {
  const answer = await boss.post(officePaths.article('new'), article);
  return idIn(answer.headers.location);
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
});
