import type { Kept } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { documentOf, isPagePath } from './documents.ts';
import { beginAnew, hasForgotten } from './forgetting.ts';
import { installed } from './install.ts';
import { alwaysKept, everyFile, keepFiles, missingOf, precache, wholeSite } from './precache.ts';
import { keepInRuntimeCache } from './runtime-caches.ts';
import { costOf } from './site-bundle.ts';
import { answerMessage } from './worker.ts';

/** Keeps what a page names: loaded before there was a worker, or opened by who saves data. Mostly out of the HTTP cache. */
export function keepWhenAsked(): void {
  answerMessage('keep', async ({ urls, site, articles }, event): Promise<Kept> => {
    beginAnew();
    // What the installation fetches is not fetched twice; and after one that failed nobody would read it.
    if (!(await installed)) return 'nothing';
    const files = urls.map(fileOf);
    const known = files.filter((url) => precache.getCacheKeyForURL(url) !== undefined);
    // What somebody who opened one page may want to read on the way.
    const words = site ? keepInRuntimeCache(connectBase + connectCalls.jobList, event) : undefined;
    // The page comes first among its addresses.
    const hasPage = (await keepFiles([...known, ...alwaysKept])) && known[0] === files[0];
    let hasReads = true;
    for (const url of files.filter((other) => !known.includes(other)))
      hasReads = (await keepInRuntimeCache(url, event, articles)) && hasReads;
    if (articles) await keepFiles(everyFile);
    const hasSite = site && (await keepFiles(await wholeSite()));
    if (!hasReads || hasForgotten()) return 'nothing';
    if (hasSite) {
      await Promise.race([words, new Promise((resolve) => setTimeout(resolve, patience))]);
      return 'site';
    }
    return hasPage ? 'page' : 'nothing';
  });
}

/** An API that hangs holds nothing up. */
const patience = 3_000;

/** For the visitor who decides whether it is worth that. */
export function sayCostWhenAsked(): void {
  answerMessage('price', async ({ articles }) =>
    costOf(await missingOf(articles ? everyFile : await wholeSite())),
  );
}

function fileOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin === location.origin && isPagePath(pathname) ? origin + documentOf(pathname) : address;
}
