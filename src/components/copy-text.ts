import { shareWords as words } from '#src/content/share.ts';

/** Resolves to a message for the visitor. The browser may deny access, and over plain http `clipboard` is missing. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return words.copied;
  } catch {
    return `${words.copyThis}\n${text}`;
  }
}
