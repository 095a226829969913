/**
 * Writes `dist/_headers` and `dist/_redirects`, which Netlify, Cloudflare Pages and others read: the same policies
 * and fallbacks as the server's. Run it after a build whose VITE_CONNECT_BASE is the absolute address of a connect API.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pages } from '#src/paths.ts';

import { builtSite } from '../app.ts';
import { readConfig } from '../config.ts';
import { prerenderedFiles } from '../prerender/prerendered-files.ts';
import { everywhere } from '../security-headers.ts';
import { listFiles, readDocuments, type SiteDocument } from '../site-documents.ts';

/** Text of the two files for the build in `distDir`. */
export function staticHostFiles(
  distDir: string,
  connectBase: string,
): { headers: string; redirects: string } {
  const documents = readDocuments(distDir, listFiles(distDir), connectBase);
  const { 'content-security-policy': _, ...general } = everywhere;
  const rules = [
    rule('/*', general),
    rule('/assets/*', { 'cache-control': 'public, max-age=31536000, immutable' }),
    ...[...documents].flatMap(([file, document]) => documentRules(file, document)),
  ];
  const redirects = [
    `${pages.mediaDetail.path} /media-room/shell.html 200`,
    `${pages.vacancy.path} /insider/career/shell.html 200`,
    `${pages.notFound.path} /404.html 404`,
  ];
  return { headers: `${rules.join('\n')}\n`, redirects: `${redirects.join('\n')}\n` };
}

/** A document has a rule under its page's path and one under its file's. */
function documentRules(file: string, { policy }: SiteDocument): string[] {
  if (policy === undefined) return [];
  const page = prerenderedFiles.find((built) => built.file === file);
  const paths = new Set([page?.path.replace(/\/shell$/, '/:id') ?? `/${file}`, `/${file}`]);
  return [...paths].map((path) => rule(path, { 'content-security-policy': policy }));
}

function rule(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [path, ...lines].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const { headers, redirects } = staticHostFiles(builtSite, readConfig(process.env).connectBase);
  writeFileSync(join(builtSite, '_headers'), headers);
  writeFileSync(join(builtSite, '_redirects'), redirects);
}
