import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageName } from '#src/paths.ts';

import { root } from '../root.ts';
import type { FeedEntry } from './sitemap-and-feed-xml.ts';

/** Outside `dist/`, so that it is not served. */
export const serverBundleDir = 'dist-server';
export const serverBundle = join(root, serverBundleDir);

/** Reads from the connect API; resolves to null if it is unavailable. */
export type AskApi = (call: string) => Promise<{ status: number; payload: unknown } | null>;

export type PageMatch = { name: PageName; params: Record<string, string> };

/** The exports of `src/entry-server.tsx`. */
export type ServerBundle = {
  render(path: string, data?: Record<string, unknown>): Promise<{ html: string; head: string }>;
  collect(
    path: string,
    ask: AskApi,
  ): Promise<{ data: Record<string, unknown>; state: 'complete' | 'missing' | 'unavailable' }>;
  samples: Record<string, string>;
  locate(match: PageMatch, search: string): { template: string; path: string };
  feedEntries(payload: unknown): FeedEntry[];
};

export async function loadServerBundle(bundleDir: string, query = ''): Promise<ServerBundle> {
  const entry = pathToFileURL(join(bundleDir, 'entry-server.js'));
  return (await import(entry.href + query)) as ServerBundle;
}

/** The build's settings; the server's environment may differ. */
export type BuildRecord = {
  /** A path or an absolute URL. */
  connectBase: string;
  /** Without a trailing slash. */
  siteUrl: string;
  /** If false, no page loads Google's scripts. */
  hasMapsKey: boolean;
};

const fileOf = (bundleDir: string) => join(bundleDir, 'build.json');

export function writeBuildRecord(bundleDir: string, record: BuildRecord): void {
  writeFileSync(fileOf(bundleDir), `${JSON.stringify(record, null, 2)}\n`);
}

export function readBuildRecord(bundleDir: string): BuildRecord {
  return JSON.parse(readFileSync(fileOf(bundleDir), 'utf8')) as BuildRecord;
}
