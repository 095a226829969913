import { saved } from '#src/content/saved.ts';
import { sayOfArticles, setSavingArticles } from '#src/state/saving-articles.ts';
import { workerInCharge } from '#src/worker-bridge/worker-in-charge.ts';

import { type SavingEnd, saveArticles } from './article-saver.ts';
import { readAnswers } from './kept-answers.ts';

const words = saved.articles;

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
      (articles) => {
        if (!signal.aborted) sayOfArticles(words.saving(articles));
      },
    ),
    // At once, though the worker may have something in hand.
    new Promise<SavingEnd>((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
  ]).catch((error: unknown): SavingEnd => {
    console.warn('The articles could not be saved.', error);
    return 'failed';
  });
  setSavingArticles(false);
  sayOfArticles(words[end]((await readAnswers()).articles.length));
}

export function stopSaving(): void {
  current?.abort();
}
