import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';

import { unchanged } from '../web/built-files.ts';
import { prerenderedPages } from '../web/prerendered-pages.ts';
import {
  cspOf,
  everywhere,
  htmlPolicy,
  httpsOnly,
  ofDocuments,
  workerPolicy,
} from '../web/security-headers.ts';
import type { BuildRecord } from '../web/server-bundle.ts';

/** Sent with every file. If two rules match, hosts combine the policies and browsers apply both. */
const outerPolicy = "base-uri 'none'; frame-ancestors 'none'; object-src 'none'";

/** Writes headers and redirects for static hosts, which send pages with data as shells. */
export function writeHostFiles(distDir: string, record: BuildRecord): void {
  const { connectBase } = record;
  const { 'x-content-type-options': noSniffing } = everywhere;
  const general = { ...ofDocuments, 'x-content-type-options': noSniffing, ...httpsOnly };
  const rules = [
    rule('/*', { ...general, 'content-security-policy': outerPolicy }),
    rule('/assets/*', { 'cache-control': 'public, max-age=31536000, immutable' }),
    rule(otherPaths.worker, { ...unchanged, 'content-security-policy': workerPolicy(connectBase) }),
    ...prerenderedPages.map(({ file, path, name, isShell }) => {
      const html = readFileSync(join(distDir, file), 'utf8');
      const policy = htmlPolicy(html, cspOf(name, record), connectBase);
      return rule(isShell ? pages[name].path : path, {
        ...unchanged,
        'content-security-policy': policy,
        'cross-origin-resource-policy': everywhere['cross-origin-resource-policy'],
      });
    }),
  ];
  // Omit `.html`: Cloudflare Pages would redirect it. The second rule removes a trailing slash; on Netlify the first one
  // matches both forms.
  const redirects = prerenderedPages
    .filter(({ isShell }) => isShell)
    .flatMap(({ name, path }) => [
      `${pages[name].path} ${path} 200`,
      `${pages[name].path}/ ${pages[name].path} 308`,
    ]);
  writeFileSync(join(distDir, '_headers'), `${rules.join('\n')}\n`);
  writeFileSync(join(distDir, '_redirects'), `${redirects.join('\n')}\n`);
}

function rule(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [path, ...lines].join('\n');
}
