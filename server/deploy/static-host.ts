/**
 * Writes `dist/_headers` and `dist/_redirects`, which Netlify, Cloudflare Pages and others read: the same policies
 * and fallbacks as the server's. Run it after a build whose VITE_CONNECT_BASE is the absolute address of a connect API.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pages } from '#src/paths.ts';

import { builtSite } from '../app.ts';
import { readBuildRecord } from '../prerender/build-record.ts';
import { prerenderedFiles } from '../prerender/prerendered-files.ts';
import { serverBundle } from '../prerender/server-bundle.ts';
import { everywhere, httpsOnly, outerPolicy } from '../security-headers.ts';
import { listFiles, readDocuments, type SiteDocument } from '../site-documents.ts';

/** Text of the two files for the build in `distDir`. */
export function staticHostFiles(
  distDir: string,
  connectBase: string,
): { headers: string; redirects: string } {
  const documents = readDocuments(distDir, listFiles(distDir), connectBase);
  const home = readFileSync(join(distDir, 'index.html'), 'utf8');
  // Where two rules set one header, hosts join the values: only policies bear that.
  const { 'cross-origin-resource-policy': sameOrigin, ...general } = everywhere;
  const rules = [
    rule('/*', { ...general, ...httpsOnly, 'content-security-policy': outerPolicy(home, connectBase) }),
    rule('/assets/*', { 'cache-control': 'public, max-age=31536000, immutable' }),
    ...[...documents].flatMap(([file, document]) => documentRules(file, document, sameOrigin)),
  ];
  // Without `.html`, which Cloudflare Pages would redirect away before it looks at these rules again. The second of
  // each pair drops a slash at the end; Netlify's first rule matches with and without one.
  const shells = prerenderedFiles.filter(({ isShell }) => isShell);
  const redirects = shells.flatMap(({ name, path }) => [
    `${pages[name].path} ${path} 200`,
    `${pages[name].path}/ ${pages[name].path} 308`,
  ]);
  return { headers: `${rules.join('\n')}\n`, redirects: `${redirects.join('\n')}\n` };
}

/** A document has a rule under its page's path and one under its file's; `/media-room/:id` holds for its shell too. */
function documentRules(file: string, { policy }: SiteDocument, sameOrigin: string): string[] {
  if (policy === undefined) return [];
  const built = prerenderedFiles.find((prerendered) => prerendered.file === file);
  const paths = built?.isShell ? [pages[built.name].path] : new Set([built?.path ?? `/${file}`, `/${file}`]);
  const headers = { 'content-security-policy': policy, 'cross-origin-resource-policy': sameOrigin };
  return [...paths].map((path) => rule(path, headers));
}

function rule(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [path, ...lines].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const { headers, redirects } = staticHostFiles(builtSite, readBuildRecord(serverBundle).connectBase);
  writeFileSync(join(builtSite, '_headers'), headers);
  writeFileSync(join(builtSite, '_redirects'), redirects);
}
