import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import { pages } from '#src/paths.ts';

import { type AnswerBody, answerBody } from './answer-body.ts';
import { prerenderedFiles } from './prerendered-files.ts';
import { htmlPolicy, workerPolicy } from './security-headers.ts';

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

/** With `/` between the parts of a path, without compressed siblings. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries
    .map((entry) => entry.split(sep).join('/'))
    .filter((file) => !/\.(br|gz)$|^_/.test(file) && statSync(join(folder, file)).isFile());
}

/** What is small and has no hash in its name. */
export function readDocuments(
  folder: string,
  files: Iterable<string>,
  connectBase: string,
): Map<string, SiteDocument> {
  const documents = new Map<string, SiteDocument>();
  for (const file of files) {
    const type = types[extname(file)];
    if (type === undefined || file.startsWith(assetsFolder)) continue;
    const path = join(folder, file);
    const plain = readFileSync(path);
    const compressed = (end: string) => (existsSync(path + end) ? readFileSync(path + end) : undefined);
    const body = answerBody(type, plain, { br: compressed('.br'), gzip: compressed('.gz') });
    documents.set(file, { body, policy: policyOf(file, plain, connectBase) });
  }
  return documents;
}

function policyOf(file: string, content: Buffer, connectBase: string): string | undefined {
  const built = prerenderedFiles.find((prerendered) => prerendered.file === file);
  if (built) return htmlPolicy(content.toString(), pages[built.name].csp, connectBase);
  return extname(file) === '.js' ? workerPolicy(connectBase) : undefined;
}
