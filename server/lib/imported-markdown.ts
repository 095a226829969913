import { marked, type Token, type Tokens } from 'marked';

import { tidyText } from './typed-text.ts';

/**
 * Rewrites Markdown as other programs mean it (CommonMark) to mean the same here: joins wrapped lines, fences indented
 * code and puts `#` before underlined headings. Saving the result in the office changes nothing in it.
 */
export function fromCommonMark(markdown: string): string {
  return tidyText(blocks(marked.lexer(markdown), '\n\n'));
}

function blocks(tokens: Token[], gap: string): string {
  return tokens
    .filter(({ type }) => type !== 'space' && type !== 'checkbox')
    .map(block)
    .join(gap);
}

function block(token: Token): string {
  const raw = token.raw.trimEnd();
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return joined(raw);
    case 'heading':
      return `${'#'.repeat(token.depth)} ${joined(token.text)}`;
    case 'code':
      return token.codeBlockStyle === 'indented' ? fenced(token.text.trimEnd()) : raw;
    case 'blockquote':
      return blocks(token.tokens ?? [], '\n\n').replace(/^(?=(.?))/gm, (_, next) => (next ? '> ' : '>'));
    case 'list':
      return list(token as Tokens.List);
    default:
      return raw;
  }
}

/** Puts wrapped lines on one, except before a hard break, a bullet, or between the rows of a table made with tabs. */
function joined(text: string): string {
  const lines = text.split('\n').map((line, index) => (index === 0 ? line : line.replace(/^[ \t]+/, '')));
  return lines.reduce((before, line, index) => {
    const last = lines[index - 1] ?? '';
    const isHard = /(?: {2}|\\)$/.test(last);
    const stays = isHard || /^[•●◦○▪■·]/.test(line) || `${last}${line}`.includes('\t');
    return `${isHard ? before.replace(/\\$/, '').trimEnd() : before}${stays ? '\n' : ' '}${line}`;
  });
}

function fenced(code: string): string {
  const ticks = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length)) + 1;
  const fence = '`'.repeat(ticks);
  return `${fence}\n${code}\n${fence}`;
}

function list({ items, loose }: Tokens.List): string {
  const gap = loose ? '\n\n' : '\n';
  return items
    .map((item) => {
      const [, marker = '-'] = /^\s*([-*+]|\d+[.)])/.exec(item.raw) ?? [];
      const task = item.task ? `[${item.checked ? 'x' : ' '}] ` : '';
      const inner = blocks(item.tokens, gap).replace(/^\[[ xX]\] /, '');
      return `${marker} ${task}${inner.replace(/\n(?=.)/g, `\n${' '.repeat(marker.length + 1)}`)}`;
    })
    .join(gap);
}
