import JSZip from 'jszip';
import sharp from 'sharp';
import { expect, test } from 'vitest';

import { fromHtml } from '#server/lib/from-html.ts';
import { scalePhoto } from '#server/pictures/pictures.ts';
import { readWordFile } from '#server/word/word-file.ts';
import { readWordText } from '#server/word/word-text.ts';

import {
  chart,
  deleted,
  inserted,
  listItem,
  paragraph,
  picture,
  run,
  table,
  textBox,
  withRuns,
  wordFile,
} from '../../kit/word.ts';

const read = async (...given: Parameters<typeof wordFile>) =>
  readWordText({ bytes: await wordFile(...given) });

/** A photo whose left half is red, the right one blue, with a green corner at the top left. */
async function photo(orientation = 1) {
  const part = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  const layers = [
    { input: await part(50, 100, '#ff0000'), left: 0, top: 0 },
    { input: await part(20, 20, '#00ff00'), left: 0, top: 0 },
  ];
  const whole = sharp(await part(100, 100, '#0000ff')).composite(layers);
  return whole.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).withMetadata({ orientation }).toBuffer();
}

/** The colours at the four corners of what is shown: r, g or b. */
async function corners(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(start, start + 3);
    return r > 150 ? 'r' : g > 150 ? 'g' : b > 150 ? 'b' : '?';
  };
  const [right, bottom] = [info.width - 4, info.height - 4];
  return `${at(3, 3)}${at(right, 3)}${at(3, bottom)}${at(right, bottom)}`;
}

test.each([
  ['as it is', {}, 'gbrb'],
  ['cropped at the left', { crop: 'l="60000"' }, 'bbbb'],
  ['cropped at the top', { crop: 't="30000"' }, 'rbrb'],
  ['cropped by less than nothing', { crop: 'r="-20000"' }, 'gbrb'],
  ['a quarter turn', { frame: 'rot="5400000"' }, 'rgbb'],
  ['three quarters', { frame: 'rot="16200000"' }, 'bbgr'],
  ['mirrored', { frame: 'flipH="1"' }, 'bgbr'],
  ['upside down', { frame: 'flipV="1"' }, 'rbgb'],
])('a picture comes as Word shows it: %s', async (_, look, expected) => {
  const pictures = { p: { name: 'a.jpeg', bytes: await photo() } };
  const { pictures: [one] = [], losses } = await read([picture('p', 'Alt', look)], { pictures });
  expect(losses).toEqual([]);
  const { files } = await scalePhoto(one?.bytes ?? Buffer.alloc(0), 'text', one?.shown);
  expect(await corners(files[0]?.bytes ?? Buffer.alloc(0))).toBe(expected);
});

test('a slanted picture comes straight, and is named; its description stays', async () => {
  const pictures = { p: { name: 'a.jpeg', bytes: await photo() } };
  const text = await read([picture('p', 'Our [lab]', { frame: 'rot="900000"' })], { pictures });
  expect([text.source, text.losses]).toEqual([
    '![Our \\[lab\\]](word-picture-0)',
    ['Did not come: 1 slant of a picture'],
  ]);
});

const vanish = (value: string) =>
  `<w:r><w:rPr><w:vanish w:val="${value}"/></w:rPr><w:t>hidden ${value}</w:t></w:r>`;
const styled = (style: string, text: string) =>
  `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t>${text}</w:t></w:r>`;
const hiddenStyles = `<w:style w:type="character" w:styleId="Secret"><w:name w:val="Secret"/><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Deeper"><w:name w:val="Deeper"/><w:basedOn w:val="Secret"/></w:style>
<w:style w:type="paragraph" w:styleId="Whole"><w:name w:val="Whole"/><w:rPr><w:vanish w:val="true"/></w:rPr></w:style>`;

test('what Word does not show does not come: hidden by any value, by a style, or by a style that it is based on', async () => {
  const text = withRuns(
    paragraph('Seen'),
    `${vanish('1')}${vanish('true')}${styled('Secret', 'a secret')}${styled('Deeper', 'a deeper one')}${vanish('0').replace('hidden 0', ', and this')}`,
  );
  const { source } = await read([text, paragraph('whole paragraph', 'Whole')], { styles: hiddenStyles });
  expect(source).toBe('Seen, and this');
});

test('changes come accepted, and are counted; a deleted row does not come', async () => {
  const changed = withRuns(
    paragraph('We need a quarter'),
    `${inserted(' (CHECK WITH BOSS!)')}${deleted(' of it')}`,
  );
  const goneRow = table([
    ['Place', 'Opens'],
    ['Lusaka', 'Monday'],
    ['Gone', 'Never'],
  ]).replace(
    /<w:tr>(?=<w:tc><w:p><w:r><w:t xml:space="preserve">Gone)/,
    '<w:tr><w:trPr><w:del w:id="3"/></w:trPr>',
  );
  const { source, losses } = await read([changed, goneRow]);
  expect(source).toBe(
    'We need a quarter (CHECK WITH BOSS!)\n\n| Place | Opens |\n| --- | --- |\n| Lusaka | Monday |',
  );
  expect(losses).toEqual(['3 changes were accepted: read them']);
});

test('what does not come is named once: linked pictures, text boxes without a fallback, charts, formulas', async () => {
  const formula = withRuns(
    paragraph('E ='),
    '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>mc</m:t></m:r></m:oMath>',
  );
  const { source, losses } = await read(
    [
      paragraph('Text'),
      picture('away', 'Linked', { link: true }),
      textBox('Only in a box'),
      textBox('In Word', 'In a box for all'),
      chart,
      formula,
      withRuns(paragraph('S'), '<w:r><w:sym w:font="Nobody" w:char="1234"/></w:r>'),
    ],
    { links: { away: 'file:///C:/photo.jpg' } },
  );
  expect(source).toBe('Text\n\nIn a box for all\n\nE =\n\nS');
  expect(losses).toEqual(['Did not come: 1 linked picture, 1 text box, 1 chart, 1 formula, 1 symbol']);
});

test('a picture of type image/jpg comes; one that cannot be read refuses nothing else', async () => {
  const bytes = await wordFile(
    [paragraph('Text'), picture('p', 'A board'), picture('broken', 'Broken'), picture('none', 'Missing')],
    {
      pictures: {
        p: { name: 'a.jpg', bytes: await photo() },
        broken: { name: 'b.png', bytes: Buffer.from('no') },
      },
    },
  );
  const zip = await JSZip.loadAsync(bytes);
  const types = (await zip.file('[Content_Types].xml')?.async('string')) ?? '';
  zip.file(
    '[Content_Types].xml',
    types.replace(
      'ContentType="image/jpeg"/><Default Extension="emf"',
      'ContentType="image/jpg"/><Default Extension="emf"',
    ),
  );
  const text = await readWordFile(await zip.generateAsync({ type: 'nodebuffer' }));
  expect(text.source).toMatch(/^Text\n\n!\[A board\]\(\/uploads\/\w+\.webp\)$/);
  expect(text.losses.join()).toContain('unreadable picture');
});

test('numbers of a list come also where a style gives them', async () => {
  const styles = `<w:style w:type="paragraph" w:styleId="Step"><w:name w:val="Step"/><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>`;
  const { source } = await read(
    [paragraph('One', 'Step'), paragraph('Between'), paragraph('Two', 'Step'), listItem('Three', 2)],
    { styles },
  );
  expect(source).toBe('1. One\n\nBetween\n\n2. Two\n3. Three');
});

test('a paste: comments and hidden text do not come, pictures and drawings are named', async () => {
  const word = `<p class=MsoNormal>Seen <a style='mso-comment-reference:MB_1'>and said</a><span class=MsoCommentReference><span style='mso-special-character:comment'>[A1]</span></span><span style='display:none;mso-hide:all'>secret</span></p><div style='mso-element:comment-list'><div style='mso-element:comment'><p>CHECK WITH BOSS</p></div></div><img src="file:///C:/a.png" width="300">`;
  expect(await fromHtml(word)).toEqual({ text: 'Seen and said', losses: ['Did not come: 1 picture'] });
  const docs = `<b style="font-weight:normal" id="docs-internal-guid-1"><p><span>We open</span></p><img src="https://lh7.googleusercontent.com/x"><img src="https://lh7.googleusercontent.com/y"><svg><title>Plan</title><path d="M0 0"/></svg></b>`;
  expect(await fromHtml(docs)).toEqual({ text: 'We open', losses: ['Did not come: 1 drawing, 2 pictures'] });
  const gmail = `<div dir="ltr">Hello<div style="display:none">preheader</div><div><br></div><div>World</div><img width="1" src="https://t.example/open"></div>`;
  expect(await fromHtml(gmail)).toEqual({ text: 'Hello\n\nWorld', losses: [] });
});

test('a small file whose runs have no end is answered within seconds', { timeout: 120_000 }, async () => {
  const bytes = await wordFile([`<w:p>${'<w:r><w:rPr>'.repeat(40_000)}`]);
  expect(bytes.length).toBeLessThan(5_000);
  await expect(readWordFile(bytes)).rejects.toThrow(/damaged|takes too long/);
  const nested = await wordFile([withRuns(paragraph('x'), run('y').repeat(1_000))]);
  expect((await readWordFile(nested)).source).toContain('xyy');
});
