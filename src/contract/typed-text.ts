/**
 * Finds what was meant in what was typed or pasted. Only what is certainly no part of it is cut away. What a function returns
 * it also accepts unchanged. Its patterns are linear, because anybody may send any text.
 */
import { cleanText, withLineBreaks } from './validation.ts';

/** `value`: '' if there is none. `left`: what may belong to it, or cannot be used; a field with a rest is refused. */
export type Parsed = { value: string; left: string };

const all = (value: string): Parsed => ({ value, left: '' });
const unusable = (left: string): Parsed => ({ value: '', left });

/** The part that browsers and Node share; this folder has neither's types. */
declare const URL: new (url: string) => { hostname: string };

/** Longer texts are not searched. Also NFKC, which can make eighteen letters of one, would take long. */
const longestSearched = 2_000;
const fewestDigits = 6;

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufffc]/gu;

/** The blank of Braille has no ink either. */
const isBlank = (text: string) => plain(text).replaceAll('\u2800', '').trim() === '';

const visible = (text: string) =>
  withLineBreaks(text)
    .replace(/[\n\t]/g, ' ')
    .replace(invisible, '')
    .trim();

/** NFKC replaces full-width letters, and turns a non-breaking hyphen into U+2010. */
function plain(typed: string): string {
  const text = visible(typed);
  return text.length > longestSearched ? text : text.normalize('NFKC').replaceAll('\u2010', '-').trim();
}

/** A name or message. Joiners and variation selectors belong to its letters and emoji. */
export function parseText(typed: string): Parsed {
  return all(isBlank(typed) ? '' : cleanText(typed.replace(/\p{Bidi_Control}/gu, '')));
}

/** Kept as typed: people add a second number, an extension or "(WhatsApp)". */
export function parsePhone(typed: string): Parsed {
  const text = visible(typed);
  const digits = plain(text).match(/\p{Nd}/gu) ?? [];
  if (isBlank(text)) return all('');
  return digits.length < fewestDigits ? unusable(text) : all(text);
}

/** Digits of any script. Those of a script follow each other from zero to nine. */
export function westernDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}

/** The first address, if all that stands around it is certainly no part of it. */
export function parseEmail(typed: string): Parsed {
  if (isBlank(typed)) return all('');
  const text = plain(typed).replace(/[\u2018\u2019]/g, "'");
  if (text.length > longestSearched) return unusable(text);
  const { gaps, addresses } = addressesIn(text.replace(/\?(?:subject|body|b?cc)=.*$/is, ''));
  const isWrapped = addresses.map((_, index) => unwrap(gaps, index));
  const isFree = gaps.every((gap, index) => {
    const rest = index > 0 ? gap.replace(/^\s+\([^()]*\)/, '') : gap;
    if (index === addresses.length) return isEndOnly(rest);
    // A name before brackets.
    if (isWrapped[index] && (index === 0 || isWrapped[index - 1])) return true;
    return (index === 0 ? /^(?:[^:;,<>]*:\s+)?$/ : /^\s*(?:[,;/|&]\s*|\s\p{L}+\s+)?$/u).test(rest);
  });
  const [first] = addresses;
  return first && isFree && addresses.every(isEmail) ? all(first) : unusable(text);
}

/** All addresses, valid or not, and the texts before, between and after them. */
function addressesIn(text: string): { gaps: string[]; addresses: string[] } {
  const gaps: string[] = [];
  const addresses: string[] = [];
  let end = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(end, at + 1))) {
    const before = text.slice(end, at).trimEnd();
    let start = before.length;
    while (start > 0 && isLocal(before.charAt(start - 1))) start -= 1;
    // They separate addresses, or stand in `mailto://`.
    while (/^[/|&]/.test(before.slice(start))) start += 1;
    const after = text.slice(at + 1).trimStart();
    const [domain = ''] = /^[\p{L}\p{M}\p{N}.-]*/u.exec(after) ?? [];
    const name = domain.replace(/[.-]$/, '');
    const rest = after.slice(name.length);
    if (before.charAt(start) === "'" && rest.startsWith("'")) start += 1;
    gaps.push(before.slice(0, start).replace(/(^|[^\p{L}\p{N}])mailto:\/*$/iu, '$1'));
    addresses.push(`${before.slice(start)}@${name}`);
    end = text.length - rest.length;
  }
  return { gaps: [...gaps, text.slice(end)], addresses };
}

const isLocal = (character: string) => /[\w.!#$%&'*+/=?^`{|}~-]/.test(character);

const closers: Record<string, string> = {
  '<': '>',
  '(': ')',
  '[': ']',
  '"': '"',
  "'": "'",
  '\u201c': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
};

/** Removes brackets and quotes that open before an address and close after it. Returns whether there were any. */
function unwrap(gaps: string[], index: number): boolean {
  let isWrapped = false;
  for (;;) {
    const before = (gaps[index] ?? '').trimEnd();
    const after = (gaps[index + 1] ?? '').trimStart();
    const closer = after.charAt(0);
    const isPair = closer !== '' && closers[before.slice(-1)]?.includes(closer);
    const isPart = /[\p{L}\p{N}]$/u.test(before.slice(0, -1)) || /^[\p{L}\p{N}]/u.test(after.slice(1));
    if (!isPair || isPart) return isWrapped;
    gaps[index] = before.slice(0, -1);
    gaps[index + 1] = after.slice(1);
    isWrapped = true;
  }
}

/** Punctuation without brackets, which would have opened before it. */
const isEndOnly = (text: string) =>
  /^[\s\p{P}\p{S}]*$/u.test(text) && !/[<>()[\]{}"\u201c-\u201e\u00ab\u00bb]/.test(text);

/** The HTML standard's characters before the `@`; after it, letters of any script. */
function isEmail(address: string): boolean {
  const [, domain] = /^[\w.!#$%&'*+/=?^`{|}~-]+@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  return domain !== undefined && isOnline(`https://${domain}`);
}

/**
 * The first link with a scheme; otherwise the first word that is one without its scheme. Words that follow a link and lead to
 * no other may belong to it: sites show names with spaces.
 */
export function parseProfile(typed: string): Parsed {
  if (isBlank(typed)) return all('');
  const text = plain(typed);
  if (text.length > longestSearched) return unusable(text);
  const words = text.split(/\s+|[,;|](?=https?:|www\.)/i);
  const isProfile = (link: string | undefined) => link !== undefined && isOnline(link);
  const schemed = words.map(linkIn);
  const links = schemed.some(isProfile) ? schemed : words.map(asLink);
  const index = links.findIndex(isProfile);
  const value = links[index];
  if (value === undefined) return unusable(text);
  const rest = words.slice(index + 1);
  // What follows a separator, or has no path, may be the rest of this link.
  const isOther = (word: string) =>
    isProfile(linkIn(word)) ||
    (isProfile(asLink(word)) && (/^www\./i.test(word) || (!/[/?&=#_-]$/.test(value) && /[^/]\//.test(word))));
  const [next = ''] = rest;
  const isWhole = words[index]?.endsWith(value.slice(value.indexOf('//') + 2));
  const isOpen = isWhole
    ? /^[/?&=#_-]*[\p{L}\p{N}]/u.test(next)
    : words[index]?.endsWith('.') && /^[\p{Ll}\p{N}]/u.test(next);
  return { value, left: isOpen && !rest.some(isOther) ? rest.join(' ') : '' };
}

/** The link in a word such as `LinkedIn:https://…` or `<https://…>`. Mends `https:/`, `https//` and a scheme written twice. */
function linkIn(word: string): string | undefined {
  const start = word.search(/https?(?::|;?\/\/)/i);
  // Otherwise it is a part of another address.
  if (start < 0 || /[./:]/.test(word.slice(0, Math.max(start - 1, 0)))) return undefined;
  const link = word.slice(start);
  const [schemes = '', scheme] = /^(?:(https?)(?::\/*|;?\/\/))+/i.exec(link) ?? [];
  return `${scheme}://${withoutEnd(link.slice(schemes.length))}`;
}

/** Names of files and degrees that look like a host: `cv.pdf`, `B.Sc.`, `M.Ed`. */
const fileOrDegree =
  /^(?:[^/]*\.(?:pdf|docx?|odt|rtf|txt|pages|jpe?g|png|heic|webp|zip)|(?:[bdm]|ph|dip|dipl|cert|hons?)\.[a-z.]{1,8})$/i;

/** A port is no scheme. */
function asLink(word: string): string | undefined {
  const link = withoutEnd(withoutStart(word));
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(link) || fileOrDegree.test(link) ? undefined : `https://${link}`;
}

/** True if the URL's host can be reached from anywhere, and no user name stands before it. */
function isOnline(url: string): boolean {
  if (/^\w+:\/\/[^/?#\\]*@/.test(url)) return false;
  const labels = hostOf(url).split('.');
  // A comma is a slip.
  const isLabel = (label: string) => label.length < 64 && /^[a-z\d_](?:[a-z\d_-]*[a-z\d_])?$/.test(label);
  const letters = labels.at(-1)?.replace(/[^a-z]/g, '') ?? '';
  return labels.length > 1 && labels.every(isLabel) && letters.length > 1;
}

/** `URL.canParse` is missing in Safari 16.4. */
function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return '';
  }
}

function withoutStart(text: string): string {
  return text.trim().replace(/^[^\p{L}\p{N}@_]+/u, '');
}

/** Cuts at a quote or angle bracket, and removes punctuation and brackets that were opened before the text. */
function withoutEnd(text: string): string {
  const [link = ''] = text.split(/["<>“”„«»`]/);
  let closed = link.replace(/[^)\]}]/g, '').length - link.replace(/[^([{]/g, '').length;
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1);
    const isBracket = ')]}'.includes(last);
    if (isBracket ? closed <= 0 : !".,;:!?*'\u2018\u2019".includes(last)) break;
    if (isBracket) closed -= 1;
  }
  return link.slice(0, end);
}
