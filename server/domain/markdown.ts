import { marked } from 'marked';

export function toHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/** Changes the addresses of the pictures in a text. */
export async function replacePictures(
  markdown: string,
  addressOf: (href: string) => Promise<string>,
): Promise<string> {
  const found: { raw: string; href: string; text: string; title: string | null }[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'image')
      found.push({ raw: token.raw, href: token.href, text: token.text, title: token.title });
  });
  let replaced = markdown;
  for (const { raw, href, text, title } of found) {
    const address = await addressOf(href);
    if (address !== href) replaced = replaced.replaceAll(raw, () => pictureMarkdown(text, address, title));
  }
  return replaced;
}

export function pictureMarkdown(alt: string, address: string, title?: string | null): string {
  const shown = title ? ` "${title.replaceAll('"', '\\"')}"` : '';
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${address}${shown})`;
}
