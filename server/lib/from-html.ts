/// <reference path="./turndown-plugin-gfm.d.ts" />
import { tables, taskListItems } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

import { Losses } from './losses.ts';
import { tidyHtml } from './tidy-html.ts';

/** Converts html from the clipboard to our Markdown, in the browser. `losses`: what did not come, in words. */
export function fromHtml(html: string): { text: string; losses: string[] } {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
  const losses = new Losses();
  tidyHtml(body, losses);
  return { text: converter().turndown(body), losses: losses.lines() };
}

/** Renames styles: the office's policy would report each one that the parser sees. */
const withoutStyles = (html: string) =>
  html
    .replace(/(<\/?)style\b/gi, '$1script')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ' data-style'));

function converter(): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    // A line break needs no mark in our Markdown.
    br: '',
  });
  service.use([tables, taskListItems]);
  service.keep(['sub', 'sup']);
  service.escape = escaped;
  for (const [mark, names] of Object.entries(marks))
    service.addRule(mark, {
      filter: names,
      replacement: (content, node) => (canMark(content, node) ? `${mark}${content}${mark}` : content),
    });
  service.addRule('address', {
    filter: (node) => node.nodeName === 'A' && isOwnText(node),
    replacement: (_, node) => `<${node.textContent}>`,
  });
  service.addRule('listItem', {
    filter: 'li',
    replacement(content, node, options) {
      const list = node.parentElement;
      const items = [...(list?.children ?? [])];
      const first = Number(list?.getAttribute('start') ?? 1);
      const marker =
        list?.nodeName === 'OL' ? `${first + items.indexOf(node as HTMLElement)}.` : options.bulletListMarker;
      const text = content.trim().replace(/\n/g, `\n${' '.repeat((marker ?? '').length + 1)}`);
      return `${marker} ${text}${node.nextSibling ? '\n' : ''}`;
    },
  });
  service.addRule('pre', {
    filter: (node) => node.nodeName === 'PRE' && node.firstChild?.nodeName !== 'CODE',
    replacement: (_, node) => `\n\n\`\`\`\n${(node.textContent ?? '').replace(/\n$/, '')}\n\`\`\`\n\n`,
  });
  return service;
}

/** A link whose words are its address needs no other words. */
const isOwnText = (link: HTMLElement) =>
  [link.textContent, `mailto:${link.textContent}`].includes(link.getAttribute('href') ?? '') &&
  /^(?:https?:\/\/[^\s<>\\]+|[\w.+-]+@[\w.-]+\w)$/.test(link.textContent ?? '');

const marks: Record<string, (keyof HTMLElementTagNameMap)[]> = {
  '**': ['b', 'strong'],
  '*': ['i', 'em'],
  '~~': ['del', 's'],
};
const marked = Object.values(marks).flat().join(', ');

/** Marks stand around whole words, within a paragraph, and not directly beside other marks. */
function canMark(content: string, node: TurndownService.Node): boolean {
  const element = node as HTMLElement;
  if (content.trim() === '' || /\n/.test(content) || content !== content.trim()) return false;
  return isEdge(element, 'previousSibling') && isEdge(element, 'nextSibling');
}

const isMark = (element: Element) => element.matches(marked) || element.querySelector(marked) !== null;

type Side = 'previousSibling' | 'nextSibling';

/** True if no letter, digit or other mark stands on this side. */
function isEdge(element: HTMLElement, side: Side): boolean {
  const own = element.textContent ?? '';
  if (side === 'previousSibling' ? /^\s/.test(own) : /\s$/.test(own)) return true;
  const other = neighbour(element, side);
  const text = other?.textContent ?? '';
  const sign = side === 'previousSibling' ? text.slice(-1) : text.slice(0, 1);
  if (sign === '' || /\s/.test(sign)) return true;
  const isMarked = other !== null && 'matches' in other && isMark(other as Element);
  return !isMarked && /[\p{P}\p{S}]/u.test(sign);
}

const ends =
  'body, br, hr, p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, table, tr, td, th, blockquote, pre, section, article, header, footer, figure';

/** What stands beside it in its line. */
function neighbour(element: HTMLElement, side: Side): Node | null {
  let at: Node = element;
  for (;;) {
    const next: Node | null = at[side] ?? at.parentElement;
    if (next === null || ('matches' in next && (next as Element).matches(ends))) return null;
    if (next === at[side] && next.textContent !== '') return next;
    at = next;
  }
}

/** Marks what our Markdown would read as markup. Addresses stay as they are: they are read as a whole. */
function escaped(text: string): string {
  const words = text.split(/(\s+)/).map((word) => (/:\/\/|www\.|@/.test(word) ? word : escapedWord(word)));
  return words
    .join('')
    .replace(/^(\s*)(?=[-+>=]|#{1,6}(?:\s|$)|~~~)/, '$1\\')
    .replace(/^(\s*\d+)(?=[.)](?:\s|$))/, '$1\\');
}

const escapedWord = (word: string) =>
  word
    .replace(/[\\`[\]]|~~|<(?=[a-z/!?])|&(?=#?\w+;)/gi, '\\$&')
    .replace(/((?<=[\p{L}\p{N}])[*_]+(?=[\p{L}\p{N}]))|[*_]/gu, (sign, inWord) => inWord ?? `\\${sign}`);
