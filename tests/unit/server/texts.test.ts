import { marked } from 'marked';
import { expect, test } from 'vitest';

import { decodeText } from '#server/lib/decode-text.ts';
import { fromHtml as readHtml } from '#server/lib/from-html.ts';
import { fromCommonMark } from '#server/lib/imported-markdown.ts';
import { savedText } from '#server/lib/links.ts';
import { toHtml } from '#server/lib/markdown.ts';
import { tidyText } from '#server/lib/typed-text.ts';
import { readWordText } from '#server/word/word-text.ts';

import { chart, hidden, linked, listItem, paragraph, picture, table, wordFile } from '../../kit/word.ts';
import { fileFromWord, htmlFromWord, meant, plainFromWord } from './pasted-texts.ts';

/** As shown: white space between blocks and around line breaks does not count. */
const shown = (markdown: string) =>
  toHtml(markdown)
    .replace(/>\s+</g, '><')
    .replace(/<br>\s+/g, '<br>')
    .trim();

const fromHtml = async (html: string) => (await readHtml(html)).text;

test('a text from Word looks the same from plain text, from html on the clipboard and from a file', async () => {
  expect(shown(await savedText(plainFromWord))).toBe(shown(meant));
  expect(shown(await fromHtml(htmlFromWord))).toBe(shown(meant));
  expect(shown((await readWordText({ bytes: await fileFromWord() })).source)).toBe(shown(meant));
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

const commonMark = `Title
=====

Wrapped
lines with a hard  
break

    code
      here

- one
  wrapped

  part
  - inner
- [x] done

> quoted
> twice
>
> * x
>   y

10. ten

        code in ten

<div>
  <a href="x">x</a>
</div>

| a | b |
|---|---|
| 1 | 2 |

[a][ref]

[ref]: https://example.com "t"

text
***
~~~
•	kept
~~~
`;

test('imported Markdown looks as its author meant, and saving it in the office changes nothing', async () => {
  const imported = fromCommonMark(commonMark);
  const before = marked
    .parse(commonMark, { async: false })
    .replace(/(?<!>)\n(?!<|$)(?=wrapped|lines|twice|y)/g, ' ');
  expect(shown(imported)).toBe(before.replace(/>\s+</g, '><').trim());
  expect(await savedText(imported)).toBe(imported);
});

test.each([
  [
    'See [our shop](www.hcs.example/shop), [us](facebook.com/hcs), [write](info@hcs.example) and [the form](/ask).',
    'See [our shop](https://www.hcs.example/shop), [us](https://facebook.com/hcs), [write](mailto:info@hcs.example) and [the form](/ask).',
  ],
  ['[words](https://)https://www.x.org', '[words](https://www.x.org)'],
  ['[a](https://https://x.org) [b](//x.org "T")', '[a](https://x.org) [b](https://x.org "T")'],
  ['[a](x.org/b_(c)) [call](+260971234567)', '[a](https://x.org/b_(c)) [call](tel:+260971234567)'],
  ['[a][1]\n\n[1]: www.x.org "T"', '[a][1]\n\n[1]: https://www.x.org "T"'],
  ['<a href="x.org/?a=1&amp;b=2">x</a>', '<a href="https://x.org/?a=1&amp;b=2">x</a>'],
  ['[a](report.pdf) [b](tel:+26097) [c](#d)', '[a](report.pdf) [b](tel:+26097) [c](#d)'],
])('a link without a scheme gets one %#', async (typed, expected) => {
  expect(await savedText(typed)).toBe(expected);
});

const docs = `<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:400">We open </span><span style="font-weight:700">a second</span><span style="font-style:italic"> lab</span>.</p><br><ul><li><p>Three</p></li><ul><li><p>inner</p></li></ul></ul><h2><span style="font-weight:700">Head</span></h2><table><colgroup><col></colgroup><tbody><tr><td><p>Place</p></td><td><p>Opens</p></td></tr><tr><td rowspan=2><p>Lusaka</p><p>Plot 1</p></td><td><ul><li>Mon</li><li>Tue</li></ul></td></tr><tr><td>x|y</td></tr></tbody></table><p><a href="https://www.google.com/url?q=https://x.org/a&amp;sa=D">us</a>, <a href="#here">here</a>, <a href="file:///C:/a.doc">file</a>&nbsp;<img src="https://lh7.googleusercontent.com/x"></p></b>`;

test("html from Google Docs keeps its emphasis, lists and tables, and none of its pictures' addresses", async () => {
  expect(await fromHtml(docs)).toBe(`We open **a second** *lab*.

- Three
  - inner

## Head

| Place | Opens |
| --- | --- |
| Lusaka<br>Plot 1 | • Mon<br>• Tue |
|     | x\\|y |

[us](https://x.org/a), here, file`);
});

test('html of a content system: frames and bookmarks become links, signs of Markdown stay text', async () => {
  const html = `<p>2*3 a_b<br>- no list<br>1. no number</p><iframe src="https://www.youtube.com/embed/abc"></iframe>
<figure class="kg-card kg-bookmark-card"><a href="https://x.org"><div class="kg-bookmark-title">The X</div><div>about</div></a></figure>
<pre><code class="language-js">a  b</code></pre><ol start="3"><li>c</li></ol><p>H<sub>2</sub>O <s>old</s></p>`;
  const made = shown(await fromHtml(html));
  for (const part of [
    '<p>2*3 a_b<br>- no list<br>1. no number</p>',
    '<a href="https://www.youtube.com/watch?v=abc">',
    '<p><a href="https://x.org">The X</a></p>',
    '<pre><code class="language-js">a  b',
    '<ol start="3"><li>c</li></ol>',
    'H<sub>2</sub>O <del>old</del>',
  ])
    expect(made).toContain(part);
});

test('a line break in bold text ends it before, and begins it again after', async () => {
  const html =
    '<p><b>Head<br></b>Text <strong><em>one<br>two</em></strong></p><b>Alone<br><br></b><p>x <i><br></i>y</p>';
  expect(shown(await fromHtml(html))).toBe(
    '<p><strong>Head</strong><br>Text <em><strong>one</strong></em><br><em><strong>two</strong></em></p><p><strong>Alone</strong></p><p>x<br>y</p>',
  );
});

test('two line breaks in a row end a paragraph, but not in a table', async () => {
  const html = '<div>a<br>\n<br><br>b<br>c <i>d</i><br>e</div>';
  expect(shown(await fromHtml(html))).toBe('<p>a</p><p>b<br>c <em>d</em><br>e</p>');
  const cells = '<table><tr><td>A</td><td>B</td></tr><tr><td>a<br><br>b</td><td>c</td></tr></table>';
  expect(await fromHtml(cells)).toContain('| a<br>b | c');
});

test('a Word file gives its title, links, tables and pictures; a drawing that nobody can read is named', async () => {
  const pixel = Buffer.from('iVBORw0KGgo=', 'base64');
  const bytes = await wordFile(
    [
      paragraph('A second lab', 'Title'),
      paragraph('Where', 'Heading2'),
      linked('See ', 'our shop', 'shop'),
      picture('photo', 'Three benches'),
      picture('drawing', 'A plan'),
      table([['One cell', 'Two']]),
    ],
    {
      links: { shop: 'www.hcs.example' },
      pictures: { photo: { name: 'a.png', bytes: pixel }, drawing: { name: 'b.emf', bytes: pixel } },
    },
  );
  const text = await readWordText({ bytes });
  expect(text.title).toBe('A second lab');
  expect(text.source).toBe(
    '## Where\n\nSee [our shop](https://www.hcs.example)\n\n![Three benches](word-picture-0)\n\n| One cell | Two |\n| --- | --- |',
  );
  expect(text.pictures.map(({ bytes }) => Buffer.from(bytes))).toEqual([pixel]);
  expect(text.losses).toEqual(['Did not come: 1 unreadable picture']);
});

test("a Word file's lists have Word's numbers: one that goes on, one that begins anew, one in a table", async () => {
  const bytes = await wordFile([
    listItem('One', 2),
    listItem('Two', 2),
    listItem('Inner', 2, 1),
    paragraph('Between'),
    listItem('Three', 2),
    paragraph('Anew'),
    listItem('First', 3),
    listItem('Second', 3),
    paragraph('Another'),
    listItem('Fourth', 4),
    table([['Step', `${listItem('Five', 4)}${listItem('Six', 4)}`]]),
  ]);
  expect((await readWordText({ bytes })).source).toBe(
    '1. One\n2. Two\n   1. Inner\n\nBetween\n\n3. Three\n\nAnew\n\n1. First\n2. Second\n\nAnother\n\n4. Fourth\n\n' +
      '| Step | 5\\. Five<br>6\\. Six |\n| --- | --- |',
  );
});

test('a list pasted from Word that continues another keeps its numbers', async () => {
  const item = (number: number, text: string) =>
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>${number}.<span>&nbsp;</span></span>${text}</p>`;
  expect(await fromHtml(`${item(1, 'One')}<p>Between</p>${item(2, 'Two')}${item(3, 'Three')}`)).toBe(
    '1. One\n\nBetween\n\n2. Two\n3. Three',
  );
});

test('a merged head and a list within a list stay a table', async () => {
  const html =
    '<table><tr><td colspan=2>Both</td><td>C</td></tr><tr><td rowspan=2 colspan=2>a</td><td><ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></td></tr><tr><td>e</td></tr></table>';
  expect(await fromHtml(html)).toBe(
    '| Both |     | C   |\n| --- | --- | --- |\n| a   |     | • b<br>• c<br>• d |\n|     |     | e   |',
  );
});

test('hidden text and the table of contents of a Word file are left out, simple fields are not, and a chart is named', async () => {
  const bytes = await wordFile([
    paragraph('Where\t2', 'TOC1'),
    paragraph('Figure 1').replace(
      /<w:r>.*<\/w:r>/,
      '<w:fldSimple w:instr=" SEQ ">$&</w:fldSimple><w:r><w:cr/></w:r>',
    ),
    paragraph('Seen').replace('</w:p>', `${hidden(' by nobody')}</w:p>`),
    chart,
  ]);
  const { source, losses } = await readWordText({ bytes });
  expect([source, losses]).toEqual(['Figure 1\n\nSeen', ['Did not come: 1 chart']]);
});

test.each([
  ['an empty file', async () => Buffer.alloc(0), 'empty'],
  ['an old Word file', async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), '.doc'],
  ['a text', async () => Buffer.from('Dear all'), 'not a Word file'],
  ['half a file', async () => (await fileFromWord()).subarray(0, 900), 'not a Word file'],
  ['a file that grows', () => wordFile([], { others: { x: Buffer.alloc(200_001) } }), 'unpacks'],
])('%s is not read as a Word file', async (_, bytes, message) => {
  await expect(readWordText({ bytes: await bytes(), unpackedBytes: 200_000 })).rejects.toThrow(message);
});

test.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFFCafé')],
  ['UTF-16', Buffer.from('\uFEFFCafé', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Café', 'utf16le')],
  ['UTF-16 the other way round', Buffer.from('\uFEFFCafé', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('Café', 'latin1')],
])('a file in %s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe('Café');
});

test('a file that is no text is not read', () => {
  expect(decodeText(Buffer.from([0x43, 0x81, 0xe9]))).toBeUndefined();
  expect(decodeText(Buffer.from([0x89, 0x50, 0, 0, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70]))).toBeUndefined();
});
