import { Marked, type Token, Tokenizer } from 'marked';

/** Between two letters or digits, as in 100*80*1.6 mm and john_phiri. */
const insideWord = /(?<=[\p{L}\p{N}])[*_]+(?=[\p{L}\p{N}])/gu;
const isWord = /[\p{L}\p{N}]$/u;

/** Leaves what begins so to Marked; anything else is text. */
const onlyIf = (beginning: RegExp) => (text: string) => (beginning.test(text) ? false : undefined);

/**
 * Our texts: a single line break stays, indented text is no code, and an underlined line is no heading, because people who
 * paste or type text mean none of these. Html is text, but for line breaks and letters above or below the line; there are no
 * definitions of links; `~` strikes nothing; and `>` before a digit means "more than".
 */
const ours = new Marked({
  breaks: true,
  hooks: { emStrongMask: (text) => text.replace(insideWord, (run) => 'a'.repeat(run.length)) },
  tokenizer: {
    code: () => undefined,
    lheading: () => undefined,
    html: () => undefined,
    def: () => undefined,
    tag: onlyIf(/^<(?:br ?\/?|\/?su[bp])>/i),
    del: onlyIf(/^~~/),
    // A quote ends an address.
    url(text) {
      return Tokenizer.prototype.url.call(this, /^[^\s"<>]*/.exec(text)?.[0] ?? '');
    },
    blockquote: onlyIf(/^ {0,3}>(?![ \t]*\d)/),
    inlineText(text) {
      const token = Tokenizer.prototype.inlineText.call(this, text);
      let raw = token?.raw ?? '';
      for (let run = ''; isWord.test(raw); raw += run) {
        run = /^[*_]+[\p{L}\p{N}]+/u.exec(text.slice(raw.length))?.[0] ?? '';
        if (run === '') break;
      }
      return token && { ...token, raw, text: raw };
    },
  },
});

export function toHtml(markdown: string): string {
  return ours.parse(markdown, { async: false });
}

export type Address = { kind: 'picture' | 'link'; href: string; text: string };

type Change = (address: Address) => Promise<{ href: string; text?: string }>;

/** Changes the addresses of pictures and links, and the descriptions of pictures. */
export async function replaceAddresses(markdown: string, change: Change): Promise<string> {
  const found: Token[] = [];
  ours.walkTokens(ours.lexer(markdown), (token) => {
    if (token.type === 'image' || token.type === 'link') found.push(token);
  });
  let replaced = markdown;
  for (const token of found) {
    const changed = await changedToken(token, change);
    if (changed !== token.raw) replaced = replaced.replaceAll(token.raw, () => changed);
  }
  return replaced;
}

async function changedToken(token: Token, change: Change): Promise<string> {
  const { raw } = token;
  const { href, text = '', title } = token as { href: string; text?: string; title?: string | null };
  const kind = token.type === 'image' ? 'picture' : 'link';
  const next = await change({ kind, href, text });
  if (next.href === href) return raw;
  if (kind === 'picture') return pictureMarkdown(next.text ?? text, next.href, title);
  const start = raw.lastIndexOf('](');
  // An address that stands alone is its own text.
  if (start < 0) return `[${text}](${next.href})`;
  const rest = raw
    .slice(start + 2)
    .replace(/^\s*(?:<[^>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)/, () => next.href);
  return `${raw.slice(0, start + 2)}${rest}`;
}

export function pictureMarkdown(alt: string, address: string, title?: string | null): string {
  const shown = title ? ` "${title.replaceAll('"', '\\"')}"` : '';
  return `![${alt.replace(/[[\]\\]/g, '\\$&')}](${address}${shown})`;
}
