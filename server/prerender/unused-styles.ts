import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

const sources = join(import.meta.dirname, '../../src');

/**
 * Leaves out of the sheet what Bootstrap brings and the site does not use: classes that no source names, then
 * variables that no rule reads. A class name has to stand whole in a source.
 */
export function unusedStyles(): Plugin {
  return {
    name: 'unused-styles',
    apply: 'build',
    transform: {
      filter: { id: /\.scss$/ },
      handler(css, filename) {
        const words = wordsOfSources();
        const unused = [...names(css, /\.(-?[a-z][\w-]*)/gi)].filter((name) => !words.has(name));
        return { code: withoutUnread(without(css, filename, unused), filename), map: null };
      },
    },
  };
}

/** Of variables that only another unread one reads, too. */
function withoutUnread(css: string, filename: string): string {
  const read = names(css, /var\(\s*(--[\w-]+)/g);
  const unread = [...names(css, /(--[\w-]+):/g)].filter((name) => !read.has(name));
  return unread.length === 0 ? css : withoutUnread(without(css, filename, unread), filename);
}

function without(css: string, filename: string, unusedSymbols: string[]): string {
  const { code } = transform({ filename, code: Buffer.from(css), unusedSymbols });
  return code.toString();
}

function names(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''));
}

function wordsOfSources(): Set<string> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return names(files.map((file) => readFileSync(join(sources, file), 'utf8')).join('\n'), /([\w-]+)/g);
}
