import { shareWords as words } from '#src/content/share.ts';

/** Resolves to a message for the visitor. Fails if denied. `clipboard` is missing over plain http. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return words.copied;
  } catch {
    return `${words.copyThis}\n${text}`;
  }
}
