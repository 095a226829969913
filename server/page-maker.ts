import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from './config.ts';
import { fillTemplate } from './prerender/page-frame.ts';
import { type FrameName, framePaths } from './prerender/sample-data.ts';
import { loadServerBundle, type ServerBundle } from './prerender/server-bundle.ts';

export type MadePage = { html: string; status: 200 | 404 };

export type PageMaker = {
  collect: ServerBundle['collect'];
  feedEntries: ServerBundle['feedEntries'];
  /** ISO 8601. */
  builtAt: string;
  /** The whole document of a path, from what was collected for it. */
  make(frame: FrameName, path: string, data: Record<string, unknown>, status: 200 | 404): Promise<MadePage>;
};

/** Makes documents with the build's own React tree and frames. */
export async function createPageMaker(bundleDir: string): Promise<PageMaker> {
  if (!existsSync(join(bundleDir, 'entry-server.js')))
    throw new StartError('The site is not built completely: run "npm run build".');
  const bundle = await loadServerBundle(bundleDir);
  const frames = new Map(
    Object.keys(framePaths).map((name) => [name, readFileSync(join(bundleDir, `${name}.html`), 'utf8')]),
  );
  return {
    collect: bundle.collect,
    feedEntries: bundle.feedEntries,
    builtAt: statSync(join(bundleDir, 'entry-server.js')).mtime.toISOString(),
    async make(frame, path, data, status) {
      const { html, head } = await bundle.render(path, data);
      // What is missing is shown as the not-found page, which has other styles.
      const template = frames.get(status === 404 ? 'notFound' : frame) ?? '';
      return { html: fillTemplate(template, { html, head, data }), status };
    },
  };
}
