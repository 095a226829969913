import { saved } from '#src/content/saved.ts';
import { sayOfArticles, setSavingArticles } from '#src/state/saving-articles.ts';
import { workerInCharge } from '#src/worker-bridge/saving-articles.ts';

import { type SavingEnd, saveArticles } from './article-saver.ts';
import { readAnswers } from './kept-answers.ts';

const words = saved.articles;
const ends = {
  done: words.done,
  stopped: words.stopped,
  failed: words.failed,
  limit: words.tooMany,
} as const;

let current: AbortController | undefined;

/** Saves all articles, whatever page the visitor goes to, until it has ended or is stopped. */
export async function startSaving(): Promise<void> {
  const worker = workerInCharge();
  if (worker === undefined) return;
  current = new AbortController();
  const { signal } = current;
  setSavingArticles(true);
  const end = await Promise.race([
    saveArticles(
      worker,
      () => !signal.aborted,
      async () => signal.aborted || say(words.saving),
    ),
    // At once, though the worker may have something in hand.
    new Promise<SavingEnd>((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
  ]).catch((error: unknown): SavingEnd => {
    console.warn('The articles could not be saved.', error);
    return 'failed';
  });
  await say(ends[end]);
  setSavingArticles(false);
}

export function stopSaving(): void {
  current?.abort();
}

async function say(tell: (count: number) => string): Promise<void> {
  sayOfArticles(tell((await readAnswers()).articles.length));
}
