import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

import { root } from '../root.ts';

const sources = join(root, 'src');

/**
 * Deletes Bootstrap classes that no source file names, and inlines constant variables. Class names must be written in
 * full.
 */
export function unusedStyles(): Plugin {
  return {
    name: 'unused-styles',
    apply: 'build',
    transform: {
      filter: { id: /\.scss$/ },
      handler(css, filename) {
        const words = namesInSources();
        const unused = [...new Set(namesIn(css, /\.(-?[a-z][\w-]*)/gi))].filter((name) => !words.has(name));
        return { code: withoutConstants(without(css, filename, unused), filename), map: null };
      },
    },
  };
}

/**
 * Replaces each variable that is set only once with its value. Deletes declarations that read an empty or unset variable,
 * and variables that are never read. A variable whose value varies must therefore be set in each variant.
 */
function withoutConstants(css: string, filename: string): string {
  const set = namesIn(css, /^ *(--[\w-]+):/gm);
  const read = namesIn(css, /var\((--[\w-]+)\)/g);
  const constant = read.find((name) => set.indexOf(name) === set.lastIndexOf(name));
  if (constant === undefined)
    return without(
      css,
      filename,
      set.filter((name) => !css.includes(`var(${name}`)),
    );
  const declaration = new RegExp(`^ *${constant}: *(.*?);?\\n`, 'm');
  const value = declaration.exec(css)?.[1] ?? '';
  const readers = value === '' ? `^.*var\\(${constant}\\).*\\n` : `var\\(${constant}(?:, [^()]*)?\\)`;
  return withoutConstants(css.replace(declaration, '').replace(new RegExp(readers, 'gm'), value), filename);
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
