import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { openOffice, type Scene } from './office-scene.ts';
import { stores } from './store.ts';

const article = { type: 'press', title: 'A new line', source: 'First text' };

const idIn = (location: unknown) => String(location).split('/').at(-1)?.split('?')[0] ?? '';

async function writeArticle({ boss }: Scene): Promise<string> {
  const answer = await boss.post(officePaths.article('new'), article);
  return idIn(answer.headers.location);
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('of two who edit the same text the second is told, and overwrites nothing', async () => {
    const scene = await openOffice(await newStore());
    const { boss } = scene;
    const article1 = officePaths.article(await writeArticle(scene));
    const vacancy = officePaths.vacancy(await scene.job());
    const saved = await boss.post(officePaths.letter('new'), { subject: 'News', source: 'First' });
    const letter = officePaths.letter(idIn(saved.headers.location));
    for (const url of [article1, vacancy, letter]) {
      const editor = url === vacancy ? `${url}/edit` : url;
      const version = /name="version" value="(\d+)"/.exec((await boss.get(editor)).body)?.[1] ?? '';
      const save = (source: string) => {
        const fields = { ...article, name: 'Engineer', subject: 'News', version, source };
        return boss.post(url, fields);
      };
      const answers = await Promise.all([save('One text'), save('Other text')]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
      const kept = answers[0]?.statusCode === 303 ? 'One text' : 'Other text';
      expect((await boss.get(editor)).body).toContain(kept);
    }
  });
});
