import { plainText } from './plain-text.ts';
import { shortenBetweenWords } from './shorten.ts';

/** The text that stands for an article in lists, cards, feeds, emails and previews: its lead or, without one, how it begins. */
export function excerpt(article: { lead?: string | null | undefined; html: string }, limit: number): string {
  return shortenBetweenWords(article.lead?.trim() || withoutDateLine(article.html), limit);
}

const startsBold = /^(?:\s|<(?!strong\b|b\b)[^<>]*>)*<(?:strong|b)\b/i;
const month =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|(?:nov|dec)(?:ember)?)$/i;
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?$/i;
const number = /^\d+(?:st|nd|rd|th)?$/i;
const parts = [month, weekday, number, /^and$/];
const longestDateLine = 80;

/** Converts to plain text without a first `KASAMA, 3 November 2026:`, whose town is in capitals or which is bold. */
function withoutDateLine(html: string): string {
  const text = plainText(html);
  const end = text.slice(0, longestDateLine).search(/:\s|\s?[–—](?!\d)|\s?-\s/);
  const words = text
    .slice(0, Math.max(end, 0))
    .split(/[\s,.()/–-]+/)
    .filter(Boolean);
  const place = words.filter((word) => !parts.some((part) => part.test(word)));
  const hasDate =
    words.some((word) => month.test(word)) || words.filter((word) => number.test(word)).length > 1;
  const isMarked = startsBold.test(html) || place.some((word) => /^\p{Lu}[\p{Lu}'’]{2,}$/u.test(word));
  const isDateLine = hasDate && isMarked && place.length > 0 && place.every((word) => /^\p{Lu}/u.test(word));
  return (isDateLine && text.slice(end).replace(/^[\s:–—-]+/, '')) || text;
}
