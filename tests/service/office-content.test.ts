import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { hiddenIn, openOffice, problemIn } from './office-scene.ts';
import { stores } from './store.ts';

const texts = {
  article: [officePaths.article('new'), { type: 'press', title: 'A new line' }],
  vacancy: [officePaths.vacancy('new'), { name: 'Welder', type: 'full-time' }],
  newsletter: [officePaths.letter('new'), { subject: 'News' }],
} as const;

describe.each(stores)('on $name', ({ newStore }) => {
  test.each(Object.entries(texts))(
    'of two who save the same %s at once one is told so',
    async (kind, [url, fields]) => {
      const { boss } = await openOffice(await newStore());
      const saved = await boss.post(url, { ...fields, source: 'First text' });
      const page = String(saved.headers.location).replace(/\?.*/, '');
      const editor = kind === 'vacancy' ? `${page}/edit` : page;
      const { version = '' } = hiddenIn(await boss.get(editor), page);
      const save = (source: string) => boss.post(page, { ...fields, version, source });
      const answers = await Promise.all([save('One text'), save('Other text')]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409]);
      const kept = answers[0].statusCode === 303 ? 'One text' : 'Other text';
      expect((await boss.get(editor)).body).toContain(kept);
    },
  );
});

test('a newsletter without a subject, or with nothing in it, is not kept', async () => {
  const { boss } = await openOffice();
  for (const fields of [
    { subject: '', source: 'Text' },
    { subject: 'News', source: '' },
  ]) {
    const answer = await boss.post(officePaths.letter('new'), fields);
    expect([answer.statusCode, problemIn(answer)]).toEqual([422, expect.stringMatching(/^Write a subject/)]);
  }
});
