/** Why a text becomes a draft. `isLoss`: something could not be read, so the command fails. */
export type Reason = { words: string; isLoss: boolean };

/** Keys that speak of publishing, in front matter and in exports. */
export const speaksOfPublishing = (key: string) =>
  /publi[sc]|draft|status|visib|private|password|hidden|unlisted|embargo|expir/i.test(key);

const yes: Record<string, unknown[]> = {
  draft: ['false', 'no'],
  published: ['true', 'yes', 'publish', 'published', 'public'],
  public: ['true', 'yes'],
  private: ['false', 'no'],
  hidden: ['false', 'no'],
  unlisted: ['false', 'no'],
};

/**
 * Says why a text must not become public by itself; nothing if it may. Public is a yes, or nothing said: any other value, and
 * any other key that speaks of publishing, makes a draft. `losses`: what could not be read.
 */
export function reasonsForDraft(said: Record<string, unknown>, losses: string[]): Reason[] {
  const isUnsure = ([key, value]: [string, unknown]) =>
    speaksOfPublishing(key) &&
    !['', 'null', 'undefined'].includes(String(value)) &&
    !(yes[key.toLowerCase()] ?? ['publish', 'published', 'public']).includes(String(value).toLowerCase());
  const unsure = Object.entries(said).filter(isUnsure);
  return [
    ...unsure.map(([key, value]) => ({ words: `${key}: ${wordsOf(key, value)}`, isLoss: false })),
    ...losses.map((words) => ({ words, isLoss: true })),
  ];
}

const wordsOf = (key: string, value: unknown) =>
  typeof value === 'object' || /password/i.test(key) ? '…' : String(value).slice(0, 60);
