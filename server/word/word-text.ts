import { Readable } from 'node:stream';

import type JSZip from 'jszip';

import { plainText } from '#src/lib/plain-text.ts';

import { fromHtml } from '../lib/from-html.ts';
import { Losses } from '../lib/losses.ts';
import { toHtml } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Shown } from '../pictures/pictures.ts';
import { pictureMark, prepare, startLists } from './word-xml.ts';

const mostWordBytes = 30_000_000;
/** A small file may unpack to gigabytes. */
const mostUnpackedBytes = 100_000_000;
/** The office's form sends no longer text. */
const mostTextBytes = 200_000;

/** `source`: Markdown, in which the pictures are called `word-picture-0` and so on. */
export type WordText = {
  /** The first heading, if the text begins with it. */
  title: string | null;
  source: string;
  pictures: { bytes: Uint8Array; shown: Shown | undefined }[];
  /** In words for the editor. */
  losses: string[];
};

const styles = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  // A table of contents has page numbers.
  "p[style-name^='toc '] => !",
];

type Input = { bytes: Uint8Array; unpackedBytes?: number };

export async function readWordText({ bytes, unpackedBytes = mostUnpackedBytes }: Input): Promise<WordText> {
  const zip = await openFile(Buffer.from(bytes), unpackedBytes);
  return convert(zip).catch((cause: unknown) => {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal(422, 'This file is damaged. Open it in Word, save it again and try once more.', {
      cause,
    });
  });
}

async function convert(zip: JSZip): Promise<WordText> {
  const losses = new Losses();
  const { changes, pictures: shown } = await prepare(zip, losses);
  const { default: mammoth } = await import('mammoth');
  const pictures: WordText['pictures'] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    const [alt = '', number = ''] = ('altText' in image ? String(image.altText ?? '') : '').split(
      pictureMark,
    );
    const isKnown = /^image\/(?:p?jpe?g|png|webp|gif|avif)$/i.test(image.contentType);
    const picture = isKnown ? await image.readAsBuffer().catch(() => undefined) : undefined;
    if (picture === undefined) losses.add('unreadable picture');
    else pictures.push({ bytes: picture, shown: shown[Number(number || -1)] });
    return { src: picture === undefined ? '' : `word-picture-${pictures.length - 1}`, alt };
  });
  const buffer = await zip.generateAsync({ type: 'nodebuffer' });
  const options = { styleMap: styles, convertImage, externalFileAccess: false };
  const { value, messages } = await mammoth.convertToHtml({ buffer }, options);
  for (const { message } of messages)
    if (/unrecognised element|w:sym|unsupported|could not/i.test(message)) losses.add(nameIn(message));
  const { text, losses: more } = await fromHtml(startLists(value), async (src) => src || null);
  if (Buffer.byteLength(text) > mostTextBytes)
    throw new Refusal(413, 'This file holds more text than fits into one article. Split it in two.');
  const [heading, title] = /^# (.+)\n*/.exec(text) ?? [''];
  const accepted = `${changes === 1 ? '1 change was' : `${changes} changes were`} accepted: read ${changes === 1 ? 'it' : 'them'}`;
  return {
    title: title === undefined ? null : plainText(toHtml(title)),
    source: text.slice(heading.length),
    pictures,
    losses: [...losses.lines(), ...more, ...(changes > 0 ? [accepted] : [])],
  };
}

const nameIn = (message: string) =>
  /w:sym/.test(message) ? 'symbol' : `unknown element (${/ignored: (\S+)/.exec(message)?.[1] ?? message})`;

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
  const isNone = (cause?: unknown) =>
    new Refusal(422, 'This file is not a Word file. Save your text as .docx and try again.', { cause });
  const { default: Zip } = await import('jszip');
  const zip = await Zip.loadAsync(bytes).catch((cause: unknown) => {
    throw isNone(cause);
  });
  if (zip.file(/^word\/document\d*\.xml$/)[0] === undefined) throw isNone();
  let unpacked = 0;
  try {
    // Its streams are older than async iteration.
    for (const file of Object.values(zip.files))
      for await (const chunk of new Readable().wrap(file.nodeStream())) {
        unpacked += chunk.length;
        if (unpacked > unpackedBytes) throw new Refusal(413, 'This file unpacks to more than we can read.');
      }
  } catch (cause) {
    throw cause instanceof Refusal ? cause : isNone(cause);
  }
  return zip;
}
