import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import type { Page } from '#src/contract/page.ts';
import { pages } from '#src/paths.ts';

import { type AnswerBody, answerBody } from './answer-body.ts';
import { prerenderedFiles } from './prerendered-files.ts';
import { htmlPolicy, workerPolicy } from './security-headers.ts';

/** A built file that browsers have to ask for again each time, with the policy it is sent with. */
export type SiteDocument = { body: AnswerBody; policy: string | undefined };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
};

export const assetsFolder = 'assets/';

/** Paths of all files below `folder`, with `/` between the parts; compressed siblings are left out. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries
    .map((entry) => entry.split(sep).join('/'))
    .filter((file) => !/\.(br|gz)$|^_/.test(file) && statSync(join(folder, file)).isFile());
}

/** Reads what is small and has no hash in its name: pages, worker, manifest, feeds. */
export function readDocuments(
  folder: string,
  files: Iterable<string>,
  connectBase: string,
): Map<string, SiteDocument> {
  const documents = new Map<string, SiteDocument>();
  for (const file of files) {
    const type = types[extname(file)];
    if (type === undefined || file.startsWith(assetsFolder)) continue;
    const plain = readFileSync(join(folder, file));
    const compressed = { br: readSibling(folder, `${file}.br`), gzip: readSibling(folder, `${file}.gz`) };
    const body = answerBody(type, plain, compressed);
    documents.set(file, { body, policy: policyOf(file, plain, connectBase) });
  }
  return documents;
}

function readSibling(folder: string, file: string): Buffer | undefined {
  const path = join(folder, file);
  return statSync(path, { throwIfNoEntry: false }) === undefined ? undefined : readFileSync(path);
}

function policyOf(file: string, content: Buffer, connectBase: string): string | undefined {
  if (file.endsWith('.html')) return htmlPolicy(content.toString(), cspOf(file), connectBase);
  return extname(file) === '.js' ? workerPolicy(connectBase) : undefined;
}

function cspOf(file: string): Page['csp'] {
  const built = prerenderedFiles.find((prerendered) => prerendered.file === file);
  return built === undefined ? 'strict' : pages[built.name].csp;
}
