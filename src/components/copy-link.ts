import { shareWords as words } from '#src/content/share.ts';

/** Resolves to a message for the visitor. */
export async function copyLink(url: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(url);
    return words.copied;
  } catch {
    return `${words.copyThis} ${url}`;
  }
}
