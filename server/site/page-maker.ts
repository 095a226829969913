import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from '../config.ts';
import { fillTemplate } from './page-frame.ts';
import { loadServerBundle, type ServerBundle } from './server-bundle.ts';

type Data = Record<string, unknown>;

export type PageMaker = Pick<ServerBundle, 'locate' | 'collect' | 'feedEntries'> & {
  /** ISO 8601. */
  builtAt: string;
  /** The whole document of a path, from what was collected for it. */
  make(frame: string, path: string, data: Data): Promise<string>;
  /** The not-found page at an address under which nothing is; those of one `kind` differ in their data only. */
  makeMissing(kind: string, path: string, data: Data): Promise<string>;
  /** Loads what the first article would otherwise wait for. */
  warm(): Promise<void>;
};

/** Makes documents with the build's own React tree and frames. */
export async function createPageMaker(bundleDir: string): Promise<PageMaker> {
  if (!existsSync(join(bundleDir, 'entry-server.js')))
    throw new StartError('The site is not built completely: run "npm run build".');
  const bundle = await loadServerBundle(bundleDir);
  const frames = new Map(
    Object.keys(bundle.samples).map((name) => [name, readFileSync(join(bundleDir, `${name}.html`), 'utf8')]),
  );
  const missing = new Map<string, Promise<{ html: string; head: string }>>();
  const fill = (frame: string, parts: { html: string; head: string }, data: Data) =>
    fillTemplate(frames.get(frame) ?? '', { html: parts.html, head: parts.head, data });
  return {
    locate: bundle.locate,
    collect: bundle.collect,
    feedEntries: bundle.feedEntries,
    builtAt: statSync(join(bundleDir, 'entry-server.js')).mtime.toISOString(),
    make: async (frame, path, data) => fill(frame, await bundle.render(path, data), data),
    async makeMissing(kind, path, data) {
      const parts = missing.get(kind) ?? bundle.render(path, data);
      missing.set(kind, parts);
      parts.catch(() => missing.delete(kind));
      return fill('notFound', await parts, data);
    },
    async warm() {
      for (const path of Object.values(bundle.samples)) await bundle.render(path);
    },
  };
}
