import { plainText } from './plain-text.ts';
import { shortenBetweenWords } from './shorten.ts';

/** The text that stands for an article in lists, cards, feeds, emails and previews: its lead or, without one, how it begins. */
export function excerpt(article: { lead?: string | null | undefined; html: string }, limit: number): string {
  return shortenBetweenWords(article.lead?.trim() || plainText(article.html), limit);
}
