import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { StartError } from '../config.ts';

/** What the browser was told at build. Whatever serves the build reads it here: the environment may have changed. */
export type BuildRecord = {
  /** Where the browser finds the connect API: a path, or an absolute URL. */
  connectBase: string;
  /** Canonical origin, without a slash at its end. */
  siteUrl: string;
};

const fileOf = (bundleDir: string) => join(bundleDir, 'build.json');
const isRecorded = (bundleDir: string) => existsSync(fileOf(bundleDir));

export function writeBuildRecord(bundleDir: string, record: BuildRecord): void {
  writeFileSync(fileOf(bundleDir), `${JSON.stringify(record, null, 2)}\n`);
}

export function readBuildRecord(bundleDir: string): BuildRecord {
  if (!isRecorded(bundleDir))
    throw new StartError('The site is not built yet: run "npm run build", or "npm start" for everything.');
  return JSON.parse(readFileSync(fileOf(bundleDir), 'utf8')) as BuildRecord;
}

/** The default of the server's SITE_URL, so that it has to be told once. */
export function builtSiteUrl(bundleDir: string): string | undefined {
  return isRecorded(bundleDir) ? readBuildRecord(bundleDir).siteUrl : undefined;
}
