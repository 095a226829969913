import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageName } from '#src/paths.ts';

import type { FeedEntry } from './feed.ts';

/** Where the build puts `render()` and the frames; beside `dist/`, because nobody may download it. */
export const serverBundleDir = 'dist-server';
export const serverBundle = join(import.meta.dirname, '../..', serverBundleDir);

type Answer = { status: number; payload: unknown } | null;

export type PageMatch = { name: PageName; params: Record<string, string> };

/** What `src/entry-server.tsx` exports, as seen from outside the bundle. */
export type ServerBundle = {
  render(
    path: string,
    data?: Record<string, unknown>,
  ): Promise<{ html: string; head: string; status: 200 | 404 }>;
  collect(
    path: string,
    ask: (call: string) => Promise<Answer>,
  ): Promise<{ data: Record<string, unknown>; state: 'complete' | 'missing' | 'unavailable' }>;
  samples: Record<string, string>;
  locate(match: PageMatch, search: string): { frame: string; path: string };
  feedEntries(payload: unknown): FeedEntry[];
};

export async function loadServerBundle(bundleDir: string, query = ''): Promise<ServerBundle> {
  const entry = pathToFileURL(join(bundleDir, 'entry-server.js'));
  return (await import(entry.href + query)) as ServerBundle;
}
