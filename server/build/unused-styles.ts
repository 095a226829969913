import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

import { root } from '../root.ts';

const sources = join(root, 'src');

/** Deletes classes that no source file names in full, and variables that no rule reads. */
export function unusedStyles(): Plugin {
  return {
    name: 'unused-styles',
    apply: 'build',
    transform: {
      filter: { id: /\.scss$/ },
      handler(css, filename) {
        const words = namesInSources();
        const unused = [...new Set(namesIn(css, /\.(-?[a-z][\w-]*)/gi))].filter((name) => !words.has(name));
        const used = without(css, filename, unused);
        const read = new Set(namesIn(used, /var\((--[\w-]+)/g));
        const unread = namesIn(used, /(--[\w-]+):/g).filter((name) => !read.has(name));
        return { code: without(used, filename, unread), map: null };
      },
    },
  };
}

function without(css: string, filename: string, unusedSymbols: string[]): string {
  return transform({ filename, code: Buffer.from(css), unusedSymbols }).code.toString();
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function namesInSources(): Set<string> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return new Set(files.flatMap((file) => namesIn(readFileSync(join(sources, file), 'utf8'), /([\w-]+)/g)));
}
