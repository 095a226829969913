import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { sampleFacts } from '#server/domain/samples.ts';
import { osense } from '#src/content/osense.ts';
import { promises } from '#src/content/promises.ts';
import { travis } from '#src/content/travis.ts';
import { waterhandler } from '#src/content/waterhandler.ts';
import { zstudy } from '#src/content/zstudy.ts';
import { excerptLimits } from '#src/lib/excerpt.ts';

import { root, textOf } from '../sources.ts';

type Front = Record<'id' | 'type' | 'title' | 'lead' | 'date' | 'image', string>;

const filesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
const isDrawn = (path: string) => existsSync(join(root, `public${path}`));

const samples = ['press', 'blog', 'vacancies'].flatMap((kind) =>
  filesIn(`server/commands/sample-content/${kind}`).map((file) => {
    const [, front = '', body = ''] = textOf(file).split(/^---$/m);
    return { file, kind, ...(parse(front) as Front), body };
  }),
);
const articles = samples.filter(({ kind }) => kind !== 'vacancies');

const spelled: Record<string, string> = { three: '3', four: '4', eight: '8', nine: '9', thirty: '30' };

test.each(Object.entries({ osense, waterhandler, zstudy, travis }))(
  'each figure of %s is in the article that it names',
  (_, { figures }) => {
    for (const { value, source } of figures) {
      const { lead, body } = articles.find(({ id }) => id === source) ?? {};
      const text = `${lead} ${body}`.replace(/\b[a-z]+\b/g, (word) => spelled[word] ?? word);
      for (const number of value.match(/\d+/g) ?? [])
        expect(text, source).toMatch(new RegExp(`(?:\\b|[A-Z])${number}\\b`));
    }
  },
);

test('every promise of an answer is made in the same words', () => {
  const vacancies = samples.filter(({ kind }) => kind === 'vacancies').map(({ file }) => file);
  const texts = [...filesIn('src/content'), ...vacancies].map(textOf).join('\n');
  const promised = [...texts.matchAll(/\w+ working days?\b/g)].map(([words]) => words);
  expect(new Set(promised)).toEqual(new Set([promises.application, promises.email]));
});

test('articles have lead and picture, and press releases place and date', () => {
  for (const { type, title, lead, date, body, image } of articles) {
    expect(isDrawn(image), title).toBe(true);
    expect(title.length, title).toBeLessThanOrEqual(excerptLimits.cardTitle);
    expect(lead, title).toMatch(/\.$/);
    const day = new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lusaka' });
    if (type === 'press') expect(body.trim(), title).toMatch(new RegExp(`^[A-Z]+, ${day}: `));
  }
});

test('samples are named by their ids, their drawings exist, and their title is the only h1', () => {
  for (const { file, id, body } of samples) {
    expect(file).toContain(`/${id}.md`);
    expect((body.match(/(?<=\]\()\/[^) ]+\.svg/g) ?? []).filter((path) => !isDrawn(path))).toEqual([]);
    expect(body, file).not.toMatch(/^# /m);
  }
});

test('the README lists each sample with its file, as the build and the office do', () => {
  const [, table = ''] = textOf('src/README.md').split('| sample | file |\n|---|---|\n');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  expect(rows.slice(0, -1)).toEqual(
    sampleFacts().map(({ file, sample }) => `| ${sample} | \`content/${file}\` |`),
  );
  expect(rows.at(-1)).toContain('`server/commands/sample-content/`');
});
