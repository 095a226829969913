import type { Losses } from './losses.ts';

/** What its program did not show: Word's comments, hidden elements. */
const unseen =
  '[hidden], [data-style*="mso-element:comment"], [data-style*="mso-special-character:comment"], .MsoCommentReference';
/** What no article can hold, by the word for it. */
const unknown = {
  drawing: 'svg, canvas, object',
  formula: 'math',
  'form field': 'input:not([type=checkbox]), select, textarea',
};

/** Rewrites what Word, Google Docs and content systems write as plain html that says what it means. */
export function tidyHtml(body: HTMLElement, losses: Losses): void {
  for (const element of body.querySelectorAll('script, style, title, meta, link, xml, template, noscript'))
    element.remove();
  for (const element of body.querySelectorAll(unseen)) element.remove();
  for (const element of body.querySelectorAll<HTMLElement>('[data-style]'))
    if (
      /display:\s*none|mso-hide:\s*all|visibility:\s*hidden/i.test(element.getAttribute('data-style') ?? '')
    )
      element.remove();
  for (const [what, selector] of Object.entries(unknown))
    for (const element of body.querySelectorAll(selector)) {
      losses.add(what);
      element.remove();
    }
  for (const frame of body.querySelectorAll('iframe, embed, video, audio')) linkInstead(frame, losses);
  for (const image of body.querySelectorAll('img')) {
    // A picture of one pixel only counts readers; what has no address was counted before.
    const isShown = image.getAttribute('src') && image.getAttribute('width') !== '1';
    if (isShown) losses.add('picture');
    image.remove();
  }
  makeLists(body);
  readStyles(body);
  for (const link of body.querySelectorAll('a')) tidyLink(link);
  for (const table of [...body.querySelectorAll('table')].toReversed()) tidyTable(table);
  for (const bold of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)')) unwrap(bold);
  for (const lineBreak of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6) br')) lineBreak.replaceWith(' ');
  const emphasis = [...body.querySelectorAll(':is(b, strong, i, em, del, s):has(br)')];
  for (const element of emphasis.toReversed()) splitAtBreaks(element);
  for (const lineBreak of body.querySelectorAll('br + br:not(td br, th br, pre br)')) endParagraph(lineBreak);
  // Google Docs writes a list within a list beside its item.
  for (const list of body.querySelectorAll(':is(ul, ol) > :is(ul, ol)'))
    list.previousElementSibling?.append(list);
  // Items of Word and Google Docs hold one paragraph each.
  for (const item of body.querySelectorAll('li > p:only-of-type')) unwrap(item);
  replaceSpaces(body);
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Marks such as `**` do not reach over line breaks. */
function splitAtBreaks(element: Element): void {
  const parts: Node[] = [];
  for (const node of [...element.childNodes]) {
    if (node.nodeName === 'BR' || parts.at(-1)?.nodeName === 'BR' || parts.length === 0)
      parts.push(node.nodeName === 'BR' ? node : element.cloneNode(false));
    if (node.nodeName !== 'BR') parts.at(-1)?.appendChild(node);
  }
  element.replaceWith(...parts);
}

function endParagraph(second: Element): void {
  let before = second.previousSibling;
  while (before?.nodeName === '#text' && before.nodeValue?.trim() === '') before = before.previousSibling;
  if (before?.nodeName === 'BR') second.replaceWith(second.ownerDocument.createElement('div'));
}

function rename(element: Element, name: string): Element {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
  return other;
}

/** A video or player becomes a link: an article contains no frames of other sites. */
function linkInstead(frame: Element, losses: Losses): void {
  const src = frame.getAttribute('src') ?? frame.querySelector('source')?.getAttribute('src') ?? '';
  const [, id] = /youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(src) ?? [];
  const href = id === undefined ? src : `https://www.youtube.com/watch?v=${id}`;
  const paragraph = frame.ownerDocument.createElement('p');
  if (href !== '') {
    const link = frame.ownerDocument.createElement('a');
    link.setAttribute('href', href);
    link.textContent = frame.getAttribute('title')?.trim() || href;
    paragraph.append(link);
  }
  losses.add('frame');
  frame.replaceWith(paragraph);
}

/** Word writes list items as paragraphs: `mso-list:l0 level2 lfo1`, with the bullet or number in a span. */
function makeLists(body: HTMLElement): void {
  let open: { level: number; list: Element }[] = [];
  let last: Element | undefined;
  for (const item of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const style = item.getAttribute('data-style') ?? '';
    const listed = /mso-list:\s*(?!none|skip)\S*\s*(?:level(\d))?/i.exec(style);
    const mark = [...item.querySelectorAll('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('data-style') ?? ''),
    );
    if (listed === null || (mark === undefined && !/MsoListParagraph/.test(item.className))) continue;
    const level = Number(listed[1] ?? 1);
    const [, number] = /^\s*\(?(\d+|[a-z]|[ivx]+)[.)]/i.exec(mark?.textContent ?? '') ?? [];
    mark?.remove();
    if (last !== item.previousElementSibling) open = [];
    open = open.filter((one) => one.level <= level);
    let current = open.at(-1);
    if (current === undefined || current.level < level) {
      const list = item.ownerDocument.createElement(number ? 'ol' : 'ul');
      // It may continue another list.
      if (Number(number) > 1) list.setAttribute('start', number ?? '');
      if (current === undefined) item.before(list);
      else (current.list.lastElementChild ?? current.list).append(list);
      current = { level, list };
      open.push(current);
    }
    const entry = item.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    current.list.append(entry);
    item.remove();
    last = open[0]?.list;
  }
}

function styleOf(element: Element, name: string): string {
  const style = new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, 'i').exec(
    element.getAttribute('data-style') ?? '',
  );
  return (style?.[1] ?? '').trim().toLowerCase();
}

/** Bold and italic are what is shown so, not what is marked so: Google Docs wraps everything in a `<b>` of normal weight. */
function readStyles(body: HTMLElement): void {
  for (const element of [...body.querySelectorAll<HTMLElement>('b, strong, i, em')]) {
    const isBold = /^(?:b|strong)$/i.test(element.nodeName);
    const shown = styleOf(element, isBold ? 'font-weight' : 'font-style');
    if (/^(?:normal|[1-4]00)$/.test(shown)) unwrap(element);
  }
  for (const element of [...body.querySelectorAll<HTMLElement>('span[data-style], font[data-style]')]) {
    const align = styleOf(element, 'vertical-align');
    const names = [
      /^(?:bold|bolder|[6-9]00)$/.test(styleOf(element, 'font-weight')) && 'strong',
      /^(?:italic|oblique)/.test(styleOf(element, 'font-style')) && 'em',
      /line-through/.test(styleOf(element, 'text-decoration(?:-line)?')) && 'del',
      /^(?:super|sub)$/.test(align) && (align === 'sub' ? 'sub' : 'sup'),
    ].filter((name) => name !== false);
    if (element.textContent?.trim() === '') continue;
    for (const name of names) {
      const wrapper = element.ownerDocument.createElement(name);
      wrapper.append(...element.childNodes);
      element.append(wrapper);
    }
  }
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
}

const redirects: [RegExp, string][] = [
  [/^https:\/\/www\.google\.com\/url\?/, 'q'],
  [/^https:\/\/[\w.]+\.safelinks\.protection\.outlook\.com\//, 'url'],
  [/^https:\/\/l\.facebook\.com\/l\.php\?/, 'u'],
];

/** Leaves out links within the document and to somebody's disk; replaces redirects by their targets. */
function tidyLink(link: HTMLAnchorElement): void {
  const href = (link.getAttribute('href') ?? '').trim();
  const [, parameter] = redirects.find(([pattern]) => pattern.test(href)) ?? [];
  const target = parameter && URL.canParse(href) ? new URL(href).searchParams.get(parameter) : null;
  // Footnotes lead back by an arrow.
  if (/^#/.test(href) && link.textContent === '↑') link.remove();
  else if (href === '' || /^(?:#|file:|about:|javascript:|[a-z]:\\)/i.test(href)) unwrap(link);
  else link.setAttribute('href', target ?? href);
}

/** A table of data gets a head and one line a cell; a table for layout becomes its content. */
function tidyTable(table: HTMLTableElement): void {
  for (const row of [...table.rows])
    if (row.textContent?.trim() === '' && !row.querySelector('img')) row.remove();
  const rows = [...table.rows];
  const isLayout =
    rows.every((row) => row.cells.length < 2) || table.querySelector('table, hr, pre') !== null;
  if (isLayout) {
    const cells = rows.flatMap((row) => [...row.cells].map((cell) => rename(cell, 'div')));
    table.replaceWith(...cells);
    return;
  }
  for (const [index, row] of rows.entries())
    for (const cell of [...row.cells]) {
      for (const list of cell.querySelectorAll('ul, ol')) {
        if (list.parentElement?.nodeName === 'LI') list.before(list.ownerDocument.createElement('br'));
        for (const [index, item] of [...list.children].entries())
          item.prepend(
            list.nodeName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + index}. ` : '• ',
          );
      }
      for (const block of cell.querySelectorAll('p, div, ul, ol, li, blockquote, h1, h2, h3, h4, h5, h6')) {
        if (block.nextElementSibling !== null) block.append(block.ownerDocument.createElement('br'));
        unwrap(block);
      }
      fillSpan(table, index, cell);
    }
  for (const group of table.querySelectorAll('colgroup, col')) group.remove();
  const [first] = rows;
  if (table.tHead !== null || first === undefined) return;
  for (const cell of [...first.cells]) rename(cell, 'th');
  table.createTHead().append(first);
}

/** Puts empty cells beside and below a cell that covers several. */
function fillSpan(table: HTMLTableElement, index: number, cell: HTMLTableCellElement): void {
  const empty = (count: number) =>
    Array.from({ length: count }, () => table.ownerDocument.createElement('td'));
  const columns = Math.min(cell.colSpan, 1000);
  cell.after(...empty(columns - 1));
  for (let below = 1; below < Math.min(cell.rowSpan, 1000); below += 1) {
    const row = table.rows[index + below];
    for (const one of empty(columns)) row?.insertBefore(one, row.cells[cell.cellIndex] ?? null);
  }
  cell.removeAttribute('colspan');
  cell.removeAttribute('rowspan');
}

/** No-break spaces come from editors, seldom from people; they would keep `**` from being read. */
function replaceSpaces(body: HTMLElement): void {
  const texts = body.ownerDocument.createTreeWalker(body, 4);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? '').replace(/\u00a0/g, ' ').replace(/[\u200b\ufeff\u00ad]/g, '');
}
