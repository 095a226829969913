const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/* No pattern may backtrack, because the HTML is not trusted. */
const hiddenTag = /<(\/?)(script|style|template|noscript|iframe|svg|math|title)\b/i;
const comment = /<!--[\s\S]*?(?:-->|$)/g;
const blockEdge =
  /<\/?(?:p|div|h[1-6]|li|ul|ol|tr|td|th|table|br|hr|blockquote|pre|figure|figcaption)\b[^<>]*>/gi;
/** The end of a heading, unless it ends the text. */
const headingEnd = /([^\s.:!?…])\s*<\/h[1-6]\b[^<>]*>(?=\s*(?:<[a-z]|[^\s<]))/gi;
const cellEnd = /<\/t[dh]\b[^<>]*>/gi;
const tag = /<\/?[a-z!?](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*(?:>|$)/gi;

/** Converts to one line of text, with a colon after headings and a dot between cells. May contain `<` and `&`. */
export function plainText(html: string): string {
  return withoutHidden(html.replace(comment, ' '))
    .replace(headingEnd, '$1: ')
    .replace(cellEnd, ' · ')
    .replace(blockEdge, ' ')
    .replace(tag, '')
    .replace(/&(#x?[\da-f]+|[a-z]+);/gi, decodeEntity)
    .replace(/\s+/g, ' ')
    .replace(/ · $/, '')
    .trim();
}

/** Removes elements whose content is not shown. One without an end extends to the end of the text. */
function withoutHidden(html: string): string {
  const [first = '', ...rest] = html.split(hiddenTag);
  let shown = first;
  let inside = '';
  for (let start = 0; start < rest.length; start += 3) {
    const [slash, name = '', text = ''] = rest.slice(start, start + 3);
    const tag = name.toLowerCase();
    if (slash && (inside === '' || inside === tag)) {
      shown += ` ${text.replace(/^[^<>]*>?/, '')}`;
      inside = '';
    } else if (inside === '') inside = tag;
  }
  return shown;
}

function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
}

/** Decodes base64 of UTF-8. Returns an empty string if invalid. */
export function decodeBase64Text(value: string): string {
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
    // `stream` drops a truncated last character; `fatal` alone would reject the whole text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return '';
  }
}
