import { Marked, type Token } from 'marked';

/**
 * Our articles: a single line break stays, indented text is no code, and an underlined line is no heading, because people
 * who paste or type text mean none of these.
 */
const ours = new Marked({ breaks: true, tokenizer: { code: () => undefined, lheading: () => undefined } });

export function toHtml(markdown: string): string {
  return ours.parse(markdown, { async: false });
}

export type Address = { kind: 'picture' | 'link'; href: string; text: string };

type Change = (address: Address) => Promise<{ href: string; text?: string }>;

/** Changes the addresses of pictures and links, also in html, and the descriptions of pictures. */
export async function replaceAddresses(markdown: string, change: Change): Promise<string> {
  const found: Token[] = [];
  ours.walkTokens(ours.lexer(markdown), (token) => {
    if (['image', 'link', 'def', 'html'].includes(token.type)) found.push(token);
  });
  let replaced = markdown;
  for (const token of found) {
    const changed = await changedToken(token, change);
    if (changed !== token.raw) replaced = replaced.replaceAll(token.raw, () => changed);
  }
  return replaced;
}

/** `<a href="x">`: the attributes of a tag that hold an address. */
const attribute = /(<(?:img|a|video|audio|source)\b[^<>]*?\s(src|href)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'<>]+)/gi;

async function changedToken(token: Token, change: Change): Promise<string> {
  const { raw } = token;
  if (token.type === 'html') {
    let changed = raw;
    for (const [whole, before = '', name, value = ''] of raw.matchAll(attribute)) {
      const href = value.replace(/^["']|["']$/g, '').replaceAll('&amp;', '&');
      const kind = name?.toLowerCase() === 'src' ? 'picture' : 'link';
      const next = (await change({ kind, href, text: '' })).href;
      const quoted = next.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      if (next !== href) changed = changed.replace(whole, () => `${before}"${quoted}"`);
    }
    return changed;
  }
  const { href, text = '', title } = token as { href: string; text?: string; title?: string | null };
  const kind = token.type === 'image' ? 'picture' : 'link';
  const next = await change({ kind, href, text });
  if (next.href === href) return raw;
  if (kind === 'picture') return pictureMarkdown(next.text ?? text, next.href, title);
  const start = token.type === 'def' ? raw.indexOf(']:') : raw.lastIndexOf('](');
  // An address that stands alone is its own text.
  if (start < 0) return raw.startsWith('[') ? raw : `[${text}](${next.href})`;
  const rest = raw
    .slice(start + 2)
    .replace(/^\s*(?:<[^>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/, () => next.href);
  return `${raw.slice(0, start + 2)}${token.type === 'def' ? ' ' : ''}${rest}`;
}

export function pictureMarkdown(alt: string, address: string, title?: string | null): string {
  const shown = title ? ` "${title.replaceAll('"', '\\"')}"` : '';
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${address}${shown})`;
}
