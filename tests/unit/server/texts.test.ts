import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';

import { fromHtml as readHtml } from '#server/lib/from-html.ts';
import { savedText } from '#server/lib/links.ts';
import { toHtml } from '#server/lib/markdown.ts';
import { tidyText } from '#server/lib/tidy-text.ts';

import { clipboards } from './clipboards.ts';
import { htmlFromWord, meant, plainFromWord } from './pasted-texts.ts';

/** As shown: white space between blocks and around line breaks does not count. */
const shown = (markdown: string) =>
  toHtml(markdown)
    .replace(/>\s+</g, '><')
    .replace(/<br>\s+/g, '<br>')
    .trim();

const fromHtml = (html: string) => readHtml(html).text;

// As in the browser, which converts what is pasted.
vi.stubGlobal('DOMParser', new JSDOM('').window.DOMParser);

test('a text from Word looks the same from plain text and from html on the clipboard', async () => {
  expect(shown(await savedText(plainFromWord))).toBe(shown(meant));
  expect(shown(fromHtml(htmlFromWord))).toBe(shown(meant));
});

test.each([
  ['lists of two levels', '•\tOne\no\tInner\n•\tTwo\nAfter', '- One\n  - Inner\n- Two\n\nAfter'],
  ['numbers with tabs', '1.\tOne\n2.\tTwo\n\n\tAfter', '1. One\n2. Two\n\nAfter'],
  [
    'bullets before wide gaps',
    '·        Test\n\no   Test1\n\n§  Test3\n\n·        Test4',
    '- Test\n\n  - Test1\n\n    - Test3\n\n- Test4',
  ],
  ['a bullet without a tab', '· One\n· Two', '- One\n- Two'],
  ['cells with a bar, and a missing one', 'a|b\tc\nd', 'a|b\tc\nd'],
  [
    'a table that ends in an empty cell',
    'Place\tOpens\na|b\t',
    '| Place | Opens |\n| --- | --- |\n| a\\|b |  |',
  ],
  ['a rule below an empty line', 'Text\n\n---\n\nMore', 'Text\n\n---\n\nMore'],
  ['an underlined heading', 'Text\n====\nMore', 'Text\n\nMore'],
  ['code', '```\n•\ta\n    b\n---\n```', '```\n•\ta\n    b\n---\n```'],
  ['an indented part of an item', '- One\n\n  Part\n\n    Part', '- One\n\n  Part\n\n    Part'],
])('typed text: %s', (_, typed, expected) => {
  expect(tidyText(typed)).toBe(expected);
  expect(tidyText(expected)).toBe(expected);
});

test.each([
  [
    'See [our shop](www.hcs.example/shop), [us](facebook.com/hcs), [write](info@hcs.example) and [the form](/ask).',
    'See [our shop](https://www.hcs.example/shop), [us](https://facebook.com/hcs), [write](mailto:info@hcs.example) and [the form](/ask).',
  ],
  ['[words](https://)https://www.x.org', '[words](https://www.x.org)'],
  ['[a](https://https://x.org) [b](//x.org "T")', '[a](https://x.org) [b](https://x.org "T")'],
  ['[a](x.org/b_(c)) [call](+260971234567)', '[a](https://x.org/b_(c)) [call](tel:+260971234567)'],
  ['[a](report.pdf) [b](tel:+26097) [c](#d)', '[a](report.pdf) [b](tel:+26097) [c](#d)'],
])('a link without a scheme gets one %#', async (typed, expected) => {
  expect(await savedText(typed)).toBe(expected);
});

const docs = `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">We open </span><span style="font-weight:700">a second</span><span style="font-style:italic"> lab</span>.</p><br><ul><li><p>Three</p></li><ul><li><p>inner</p></li></ul></ul><h2><span style="font-weight:700">Head</span></h2><table><colgroup><col></colgroup><tbody><tr><td><p>Place</p></td><td><p>Opens</p></td></tr><tr><td rowspan=2><p>Lusaka</p><p>Plot 1</p></td><td><ul><li>Mon</li><li>Tue</li></ul></td></tr><tr><td>x|y</td></tr></tbody></table><p><a href="https://www.google.com/url?q=https://x.org/a&amp;sa=D">us</a>, <a href="#here">here</a>, <a href="file:///C:/a.doc">file</a>&nbsp;<img src="https://lh7.googleusercontent.com/x"></p></b>`;

test("html from Google Docs keeps its emphasis, lists and tables, and none of its pictures' addresses", async () => {
  expect(fromHtml(docs)).toBe(`We open **a second** *lab*.

- Three
  - inner

## Head

| Place | Opens |
| --- | --- |
| Lusaka<br>Plot 1 | • Mon<br>• Tue |
|     | x\\|y |

[us](https://x.org/a), here, file`);
});

test('html of a content system: frames become links, signs of Markdown stay text', async () => {
  const html = `<p>2*3 a_b<br>- no list<br>1. no number</p><iframe src="https://www.youtube.com/embed/abc"></iframe>
<pre><code class="language-js">a  b</code></pre><ol start="3"><li>c</li></ol><p>H<sub>2</sub>O <s>old</s></p>`;
  const made = shown(fromHtml(html));
  for (const part of [
    '<p>2*3 a_b<br>- no list<br>1. no number</p>',
    '<a href="https://www.youtube.com/watch?v=abc">',
    '<pre><code class="language-js">a  b',
    '<ol start="3"><li>c</li></ol>',
    'H<sub>2</sub>O <del>old</del>',
  ])
    expect(made).toContain(part);
});

test('a line break in bold text ends it before, and begins it again after', async () => {
  const html =
    '<p><b>Head<br></b>Text <strong><em>one<br>two</em></strong></p><b>Alone<br><br></b><p>x <i><br></i>y</p>';
  expect(shown(fromHtml(html))).toBe(
    '<p><strong>Head</strong><br>Text <em><strong>one</strong></em><br><em><strong>two</strong></em></p><p><strong>Alone</strong></p><p>x<br>y</p>',
  );
});

test('two line breaks in a row end a paragraph, but not in a table', async () => {
  const html = '<div>a<br>\n<br><br>b<br>c <i>d</i><br>e</div>';
  expect(shown(fromHtml(html))).toBe('<p>a</p><p>b<br>c <em>d</em><br>e</p>');
  const cells = '<table><tr><td>A</td><td>B</td></tr><tr><td>a<br><br>b</td><td>c</td></tr></table>';
  expect(fromHtml(cells)).toContain('| a<br>b | c');
});

test('a list pasted from Word that continues another keeps its numbers', async () => {
  const item = (number: number, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${number}.<span>&nbsp;</span></span>${text}</p>`;
  expect(fromHtml(`${item(1, 'One')}<p>Between</p>${item(2, 'Two')}${item(3, 'Three')}`)).toBe(
    '1. One\n\nBetween\n\n2. Two\n3. Three',
  );
});

test('a merged head and a list within a list stay a table', async () => {
  const html =
    '<table><tr><td colspan=2>Both</td><td>C</td></tr><tr><td rowspan=2 colspan=2>a</td><td><ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></td></tr><tr><td>e</td></tr></table>';
  expect(fromHtml(html)).toBe(
    '| Both |     | C   |\n| --- | --- | --- |\n| a   |     | • b<br>• c<br>• d |\n|     |     | e   |',
  );
});

/** Words only: space, bullets, numbers of items and rules do not count. */
const wordsOf = (text: string) =>
  text.replace(/(^|\s)(?:[-•]|--|={2,}|\d+[.)])(?=\s|$)/g, ' ').replace(/\s+/g, '');

test.each(clipboards)('a paste keeps its words: %s', async (_, html, words) => {
  const saved = await savedText(fromHtml(html));
  const { document } = new JSDOM(toHtml(saved).replaceAll('<br>', '<br>\n')).window;
  expect(wordsOf(document.body.textContent)).toBe(wordsOf(words));
});

test('pictures and frames are named as missing', () => {
  const html =
    '<p>Hi<img src="file:///a.png"></p><iframe src="https://x.example/v"></iframe><img width="1" src="x">';
  expect(readHtml(html)).toEqual({
    text: 'Hi\n\n<https://x.example/v>',
    losses: ['Did not come: 1 frame, 1 picture'],
  });
});
