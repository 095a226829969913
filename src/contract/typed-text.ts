/**
 * Finds what was meant in what was typed or pasted. Each function returns '' if nothing is visible, and undefined for a text
 * that cannot be used; what it returns it also accepts unchanged. Its patterns are linear, because anybody may send any text.
 */
import { cleanText } from './validation.ts';

/** The part that browsers and Node share; this folder has neither's types. */
declare const URL: new (url: string) => { hostname: string };

/** Longer texts are not searched. Also NFKC, which can make eighteen letters of one, would take long. */
const longestSearched = 2_000;
const fewestDigits = 6;

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\ufffc]/gu;

/** The blank of Braille has no ink either. */
const isBlank = (text: string) => plain(text).replaceAll('\u2800', '').trim() === '';

const visible = (text: string) =>
  text
    .replace(/[\n\t]/g, ' ')
    .replace(invisible, '')
    .trim();

/** NFKC replaces full-width letters, and turns a non-breaking hyphen into U+2010. */
function plain(typed: string): string {
  const text = visible(typed);
  return text.length > longestSearched ? text : text.normalize('NFKC').replaceAll('\u2010', '-').trim();
}

/** A name or message. Joiners and variation selectors belong to its letters and emoji. */
export function parseText(typed: string): string {
  return isBlank(typed) ? '' : cleanText(typed.replace(/\p{Bidi_Control}/gu, ''));
}

/** Kept as typed: people add a second number, an extension or "(WhatsApp)". */
export function parsePhone(typed: string): string | undefined {
  const text = visible(typed);
  const digits = plain(text).match(/\p{Nd}/gu) ?? [];
  return isBlank(text) ? '' : digits.length < fewestDigits ? undefined : text;
}

/** The first address, without a name, `mailto:` or brackets around it. */
export function parseEmail(typed: string): string | undefined {
  if (isBlank(typed)) return '';
  const text = plain(typed).replace(/[\u2018\u2019]/g, "'");
  const at = text.indexOf('@');
  if (at < 0 || text.length > longestSearched) return undefined;
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  const local = withoutStart(before.split(/[:;,<>()[\]"“”„«»]/).at(-1) ?? '');
  const [domain = '', ...more] = (after.split(/[:;,<>()[\]"“”„«»'?/|]/)[0] ?? '').trim().split(/\s+/);
  // A space within an address is a mistake that only the visitor can mend.
  if (more.length > 0 && !after.includes('@')) return undefined;
  const address = `${local}@${withoutEnd(domain)}`;
  return isEmail(address) ? address : undefined;
}

/** The HTML standard's characters before the `@`; after it, letters of any script. */
function isEmail(address: string): boolean {
  const [, domain] = /^[\w.!#$%&'*+/=?^`{|}~-]+@([\p{L}\p{M}\p{N}.-]+)$/u.exec(address) ?? [];
  return domain !== undefined && isOnline(`https://${domain}`);
}

/** The first link with a scheme; otherwise the first word that is one without its scheme. */
export function parseProfile(typed: string): string | undefined {
  if (isBlank(typed)) return '';
  const text = plain(typed);
  if (text.length > longestSearched) return undefined;
  const words = text.split(/\s+|[,;|](?=https?:|www\.)/i);
  const isProfile = (link: string | undefined) => link !== undefined && isOnline(link);
  return words.map(linkIn).find(isProfile) ?? words.map(asLink).find(isProfile);
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

/** A port is no scheme. */
function asLink(word: string): string | undefined {
  const link = withoutStart(word);
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(link) ? undefined : `https://${withoutEnd(link)}`;
}

/** True if the URL's host can be reached from anywhere, and no user name stands before it. */
function isOnline(url: string): boolean {
  if (/^\w+:\/\/[^/?#\\]*@/.test(url)) return false;
  const labels = hostOf(url).split('.');
  const isLabel = (label: string) =>
    label.length > 0 && label.length < 64 && !label.startsWith('-') && !label.endsWith('-');
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
