import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readBuildRecord, serverBundle } from '../site/server-bundle.ts';

type ManifestEntry = { url: string; revision: string | null; size: number };

const policySource = join(import.meta.dirname, '../http/security-headers.ts');

/**
 * The worker keeps a page together with the policy it came with: a changed policy has to bring the page anew,
 * even where its html is the same.
 */
export function reviseHtmlWithPolicy(entries: ManifestEntry[]): { manifest: ManifestEntry[] } {
  const policy = readFileSync(policySource, 'utf8') + readBuildRecord(serverBundle).connectBase;
  const manifest = entries.map((entry) =>
    entry.url.endsWith('.html') ? { ...entry, revision: revisionOf(`${entry.revision} ${policy}`) } : entry,
  );
  return { manifest };
}

function revisionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
