import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { investor } from '#src/content/investor.ts';
import { osense } from '#src/content/osense.ts';
import { travis } from '#src/content/travis.ts';
import { waterhandler } from '#src/content/waterhandler.ts';
import { zstudy } from '#src/content/zstudy.ts';

import { root, textOf } from '../sources.ts';

type Front = Record<'id' | 'lead', string>;

const filesIn = (folder: string) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);

const articles = ['press', 'blog'].flatMap((kind) =>
  filesIn(`server/commands/sample-content/${kind}`).map((file) => {
    const [, front = '', body = ''] = textOf(file).split(/^---$/m);
    return { ...(parse(front) as Front), body };
  }),
);

const spelled: Record<string, string> = {
  three: '3',
  four: '4',
  eight: '8',
  nine: '9',
  twelve: '12',
  thirty: '30',
};

const ourFigures = { osense, waterhandler, zstudy, travis, investor };

test.each(Object.entries(ourFigures))(
  'each figure on %s is in the article that it names',
  (_, { figures }) => {
    for (const { value, source } of figures) {
      const { lead, body } = articles.find(({ id }) => id === source) ?? {};
      const text = `${lead} ${body}`.replace(/\b[a-z]+\b/gi, (word) => spelled[word.toLowerCase()] ?? word);
      for (const number of value.match(/\d+/g) ?? [])
        expect(text, source).toMatch(new RegExp(`(?:\\b|[A-Z])${number}\\b`));
    }
  },
);
