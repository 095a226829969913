import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageName } from '#src/paths.ts';

import { StartError } from '../config.ts';
import type { FeedEntry } from './sitemap-and-feed-xml.ts';

/** Where the build puts `render()` and the frames; beside `dist/`, because nobody may download it. */
export const serverBundleDir = 'dist-server';
export const serverBundle = join(import.meta.dirname, '../..', serverBundleDir);

/** Asks our own connect API; null when what comes is no answer. */
export type AskApi = (call: string) => Promise<{ status: number; payload: unknown } | null>;

export type PageMatch = { name: PageName; params: Record<string, string> };

/** What `src/entry-server.tsx` exports, as seen from outside the bundle. */
export type ServerBundle = {
  render(
    path: string,
    data?: Record<string, unknown>,
  ): Promise<{ html: string; head: string; status: 200 | 404 }>;
  collect(
    path: string,
    ask: AskApi,
  ): Promise<{ data: Record<string, unknown>; state: 'complete' | 'missing' | 'unavailable' }>;
  samples: Record<string, string>;
  locate(match: PageMatch, search: string): { frame: string; path: string };
  feedEntries(payload: unknown): FeedEntry[];
};

export async function loadServerBundle(bundleDir: string, query = ''): Promise<ServerBundle> {
  const entry = pathToFileURL(join(bundleDir, 'entry-server.js'));
  return (await import(entry.href + query)) as ServerBundle;
}

/** What the browser was told at build. Whatever serves the build reads it here: the environment may have changed. */
export type BuildRecord = {
  /** Where the browser finds the connect API: a path, or an absolute URL. */
  connectBase: string;
  /** Canonical origin, without a slash at its end. */
  siteUrl: string;
};

const fileOf = (bundleDir: string) => join(bundleDir, 'build.json');

export function writeBuildRecord(bundleDir: string, record: BuildRecord): void {
  writeFileSync(fileOf(bundleDir), `${JSON.stringify(record, null, 2)}\n`);
}

export function readBuildRecord(bundleDir: string): BuildRecord {
  if (!existsSync(fileOf(bundleDir)))
    throw new StartError('The site is not built yet: run "npm run build", or "npm start" for everything.');
  return JSON.parse(readFileSync(fileOf(bundleDir), 'utf8')) as BuildRecord;
}

/** The default of the server's SITE_URL, so that it has to be told once. */
export function builtSiteUrl(bundleDir: string): string | undefined {
  return existsSync(fileOf(bundleDir)) ? readBuildRecord(bundleDir).siteUrl : undefined;
}
