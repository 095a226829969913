import { marked } from 'marked';

export function toHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

type Shown = { href: string; text: string };

/** Changes the URLs and descriptions of the pictures in a text. */
export async function replacePictures(
  markdown: string,
  change: (picture: Shown) => Promise<Shown>,
): Promise<string> {
  const found: (Shown & { raw: string; title: string | null })[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'image')
      found.push({ raw: token.raw, href: token.href, text: token.text, title: token.title });
  });
  let replaced = markdown;
  for (const { raw, href, text, title } of found) {
    const changed = await change({ href, text });
    if (changed.href !== href)
      replaced = replaced.replaceAll(raw, () => pictureMarkdown(changed.text, changed.href, title));
  }
  return replaced;
}

export function pictureMarkdown(alt: string, address: string, title?: string | null): string {
  const shown = title ? ` "${title.replaceAll('"', '\\"')}"` : '';
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${address}${shown})`;
}
