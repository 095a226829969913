import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { sampleFacts } from '#server/domain/samples.ts';
import { osense } from '#src/content/osense.ts';
import type { Product } from '#src/content/product.ts';
import { promises } from '#src/content/promises.ts';
import { travis } from '#src/content/travis.ts';
import { waterhandler } from '#src/content/waterhandler.ts';
import { zstudy } from '#src/content/zstudy.ts';
import { excerptLimits } from '#src/lib/excerpt.ts';

const root = join(import.meta.dirname, '../../..');
const samples = join(root, 'server/commands/sample-content');
const filesIn = (folder: string) =>
  readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
const articles = [...filesIn(join(samples, 'press')), ...filesIn(join(samples, 'blog'))].map((text) => {
  const [, front = '', body = ''] = text.split(/^---$/m);
  return {
    ...(parse(front) as {
      id: string;
      type: string;
      title: string;
      lead: string;
      date: string;
      image: string;
    }),
    body,
  };
});

const spelled: Record<string, string> = { three: '3', four: '4', eight: '8', nine: '9', thirty: '30' };
const products: [string, Product][] = Object.entries({ osense, waterhandler, zstudy, travis });

test.each(products)('each figure of %s is in the article that it names', (_, { figures }) => {
  for (const { value, source } of figures) {
    const { lead, body } = articles.find(({ id }) => id === source) ?? { lead: '', body: '' };
    const text = `${lead} ${body}`.replace(
      /\b(?:three|four|eight|nine|thirty)\b/g,
      (word) => spelled[word] ?? word,
    );
    const numbers = value.match(/\d+/g) ?? [];
    expect(
      numbers.filter((number) => !new RegExp(`\\b${number}\\b|[A-Z]${number}\\b`).test(text)),
      `${source}: ${value}`,
    ).toEqual([]);
  }
});

test('every promise of an answer is made in the same words', () => {
  const texts = [...filesIn(join(root, 'src/content')), ...filesIn(join(samples, 'vacancies'))].join('\n');
  const promised = [...texts.matchAll(/\w+ working days?\b/g)].map(([words]) => words);
  expect(new Set(promised)).toEqual(new Set([promises.application, promises.email]));
});

test('articles have lead and picture, and press releases place and date', () => {
  for (const { type, title, lead, date, body, image } of articles) {
    expect(existsSync(join(root, `public${image}`)), title).toBe(true);
    expect(title.length, title).toBeLessThanOrEqual(excerptLimits.cardTitle);
    expect(lead, title).toMatch(/\.$/);
    const day = new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Africa/Lusaka' });
    if (type === 'press') expect(body.trim(), title).toMatch(new RegExp(`^[A-Z]+, ${day}: `));
  }
});

test.each(['press', 'blog', 'vacancies'])(
  'the samples in %s are named by their ids, and their drawings exist',
  (kind) => {
    for (const file of readdirSync(join(samples, kind))) {
      const text = readFileSync(join(samples, kind, file), 'utf8');
      expect(text).toContain(`\nid: ${file.replace('.md', '')}\n`);
      const drawings = text.match(/(?<=\]\()\/[^) ]+\.svg/g) ?? [];
      expect(drawings.filter((path) => !existsSync(join(root, `public${path}`)))).toEqual([]);
      // The page's title is its only h1.
      expect(text, file).not.toMatch(/^# /m);
    }
  },
);

test('the README lists each sample with its file, as the build and the office do', () => {
  const readme = readFileSync(join(root, 'src/README.md'), 'utf8');
  const [, table = ''] = readme.split('| sample | file |\n|---|---|\n');
  const rows = table.split('\n\n')[0]?.split('\n') ?? [];
  expect(rows.slice(0, -1)).toEqual(
    sampleFacts().map(({ file, sample }) => `| ${sample} | \`content/${file}\` |`),
  );
  expect(rows.at(-1)).toContain('`server/commands/sample-content/`');
});
