import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type PrerenderedPage, prerenderedPages } from '#server/web/prerendered-pages.ts';
import type { SiteFile } from '#src/contract/site-bundle.ts';
import { pages } from '#src/paths.ts';

import { documentOf } from './document-of.ts';

export const dist = join(import.meta.dirname, '../../dist');

export const distFiles = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
  .filter((file) => !/\.(?:br|gz)$/.test(file));

export function readDist(file: string): string {
  return readFileSync(join(dist, file), 'utf8');
}

/** Bytes over the wire: those of the compressed file if there is one. */
export function wireSize(file: string): number {
  const compressed = join(dist, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(dist, file)).size;
}

export type BuiltPage = PrerenderedPage & { html: string; document: Document; isStatic: boolean };

export const builtPages: BuiltPage[] = prerenderedPages.map((page) => {
  const html = readDist(page.file);
  return {
    ...page,
    html,
    document: documentOf(html),
    isStatic: pages[page.name].kind === 'static',
  };
});

/** A chunk in `assets/` with all its static imports. */
export function withStaticImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const code = readDist(file);
  for (const [, name] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    withStaticImports(`assets/${name}`, seen);
  return seen;
}

/** The scripts a page loads before the visitor does anything: the app and the page's own chunk. */
export function firstViewScripts({ name }: { name: string }): string[] {
  const entries = [assetNamed('entry-client'), assetNamed(pageModule(name))];
  return [...new Set(entries.flatMap((file) => [...withStaticImports(file)]))];
}

/** The base name of the module that routes.tsx loads for a page; its chunk has the same name. */
function pageModule(name: string): string {
  const routes = readFileSync(join(dist, '../src/routes.tsx'), 'utf8');
  const path = new RegExp(`\\b${name}:\\s*\\(\\)\\s*=>\\s*import\\('([^']+)\\.tsx'\\)`).exec(routes)?.[1];
  if (path === undefined) throw new Error(`routes.tsx loads nothing for ${name}`);
  return path.split('/').at(-1) ?? '';
}

export function assetNamed(base: string): string {
  const found = distFiles.filter((file) => new RegExp(`^assets/${base}-[\\w-]{8}\\.js$`).test(file));
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`Expected one chunk ${base}, found ${found.join(', ') || 'none'}`);
  return found[0];
}

/** The list that was written into the worker, with the bundle. */
const [list = ''] = /\[\{"revision":.*?\}\]/.exec(readDist('sw.js')) ?? [];
export const workerList = JSON.parse(list) as SiteFile[];
