import { Readable } from 'node:stream';

import type JSZip from 'jszip';

import { plainText } from '#src/lib/plain-text.ts';

import { fromHtml } from '../lib/from-html.ts';
import { toHtml } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { partOf, prepare, startLists } from './word-xml.ts';

export const mostWordBytes = 30_000_000;
/** A small file may unpack to gigabytes. */
const mostUnpackedBytes = 100_000_000;

export type WordPicture = { name: string; bytes: Buffer };
export type WordText = {
  /** The first heading, if the text begins with it. */
  title: string | null;
  /** Markdown. */
  source: string;
  /** What could not be read. */
  notes: string[];
};

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  // A table of contents has page numbers.
  "p[style-name^='toc '] => !",
];

/** Reads a .docx file. `place` stores a picture and returns its address. */
export async function readWordFile(
  bytes: Buffer,
  place: (picture: WordPicture) => Promise<string>,
  unpackedBytes = mostUnpackedBytes,
): Promise<WordText> {
  const zip = await openFile(bytes, unpackedBytes);
  const xml = await prepare(zip);
  const { default: mammoth } = await import('mammoth');
  const found = new Map<string, WordPicture>();
  let leftOut = xml.match(unread)?.length ?? 0;
  const convertImage = mammoth.images.imgElement(async (image) => {
    const [, ending = ''] = /^image\/(jpeg|png|webp|gif|avif)$/.exec(image.contentType) ?? [];
    if (ending === '') leftOut += 1;
    const name = `picture ${found.size + 1}`;
    if (ending !== '') found.set(name, { name, bytes: await image.readAsBuffer() });
    return { src: ending === '' ? '' : name };
  });
  const { value } = await mammoth
    .convertToHtml(
      { buffer: await zip.generateAsync({ type: 'nodebuffer' }) },
      { styleMap: styles, convertImage, externalFileAccess: false },
    )
    .catch((cause: unknown) => {
      throw new Refusal(422, 'This file is damaged. Open it in Word, save it again and try once more.', {
        cause,
      });
    });
  const source = await fromHtml(startLists(value), async (src) => {
    const picture = found.get(src);
    return picture === undefined ? null : place(picture);
  });
  const [heading, title] = /^# (.+)\n*/.exec(source) ?? [''];
  const notes = leftOut === 0 ? [] : [leftOutWords(leftOut)];
  return {
    title: title === undefined ? null : plainText(toHtml(title)),
    source: source.slice(heading.length),
    notes,
  };
}

/** Charts, diagrams and formulas, of which mammoth says nothing. */
const unread = /<a:graphicData uri="[^"]*\/(?:chart|diagram)"|<m:oMath[ >]/g;

const leftOutWords = (count: number) =>
  `${count === 1 ? 'One drawing, chart or formula was' : `${count} drawings, charts or formulas were`} left out because the format is not known here. Save it as PNG and add it as a picture.`;

async function openFile(bytes: Buffer, unpackedBytes: number): Promise<JSZip> {
  if (bytes.length === 0) throw new Refusal(422, 'This file is empty.');
  if (bytes.length > mostWordBytes)
    throw new Refusal(
      413,
      `This file is larger than ${mostWordBytes / 1_000_000} MB. Make its pictures smaller.`,
    );
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
    throw new Refusal(
      422,
      'This file is an old Word file (.doc) or has a password. Save it in Word as .docx without one.',
    );
  const isNone = () =>
    new Refusal(422, 'This file is not a Word file. Save your text as .docx and try again.');
  const { default: Zip } = await import('jszip');
  const zip = await Zip.loadAsync(bytes).catch((cause: unknown) => {
    throw new Refusal(422, isNone().message, { cause });
  });
  if (partOf(zip, 'document') === undefined) throw isNone();
  let unpacked = 0;
  // Its streams are older than async iteration.
  for (const file of Object.values(zip.files))
    for await (const chunk of new Readable().wrap(file.nodeStream())) {
      unpacked += chunk.length;
      if (unpacked > unpackedBytes) throw new Refusal(413, 'This file unpacks to more than we can read.');
    }
  return zip;
}
