import { createHash } from 'node:crypto';
import { extname } from 'node:path';

import { otherPaths } from '#src/server-paths.ts';

import { Refusal } from '../lib/refusal.ts';
import type { Db } from '../store/schema.ts';

export const pictureTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

/** Limits for the file and for its pixels: a small file may decode into gigabytes. */
export const mostPictureBytes = 15_000_000;
const mostPixels = 60_000_000;
/** First bytes of JPEG, PNG, WebP, AVIF and HEIC files. Keeps all other files from sharp's decoders. */
const photoBeginnings =
  /^(?:\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|.{4}ftyp(?:avi[fs]|hei[cmsx]|he[vi]c|mi[af]1|msf1))/s;
/** Pictures above a text come in several widths, those within it in one. */
const widths = { top: [400, 800, 1600], text: [1600] };

type PicturePlace = keyof typeof widths;
type PictureFile = { name: string; type: string; bytes: Uint8Array };
export type Picture = {
  files: PictureFile[];
  /** The widest one. */
  src: string;
  images: { src: string; width: number }[];
};

let lastScaling: Promise<unknown> = Promise.resolve();

/** Scales one picture at a time, because decoded pictures are large. */
function inTurn<T>(scale: () => Promise<T>): Promise<T> {
  const scaling = lastScaling.then(scale);
  lastScaling = scaling.catch(() => {});
  return scaling;
}

/** Converts a photo to WebP without metadata such as its location. */
export function scalePhoto(bytes: Uint8Array, place: PicturePlace): Promise<Picture> {
  return inTurn(() => scale(bytes, place));
}

async function scale(bytes: Uint8Array, place: PicturePlace): Promise<Picture> {
  const picture: Picture = { files: [], src: '', images: [] };
  try {
    if (!photoBeginnings.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1')))
      throw new Error('no photo');
    const { default: sharp } = await import('sharp');
    const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient();
    // Reads only the header.
    const { autoOrient } = await source.metadata();
    if (autoOrient.width * autoOrient.height > mostPixels) throw new Error('too many pixels');
    for (const width of new Set(widths[place].map((most) => Math.min(most, autoOrient.width)))) {
      const file = fileOf('.webp', await source.clone().resize(width).webp({ quality: 80 }).toBuffer());
      picture.files.push(file);
      picture.src = otherPaths.upload(file.name);
      picture.images.push({ src: picture.src, width });
    }
    return picture;
  } catch (error) {
    const reason =
      'This file cannot be used as a picture. Choose a JPEG, PNG or WebP file of up to 60 megapixels.';
    throw new Refusal(422, reason, { cause: error });
  }
}

/** Returns one of our pictures as JPEG, because Outlook does not show WebP; undefined for any other URL. */
export async function mailPicture(db: Db, address: string): Promise<Picture | undefined> {
  const path = otherPaths.upload('');
  const file = address.startsWith(path) ? await findPicture(db, address.slice(path.length)) : undefined;
  if (file === undefined || file.type === pictureTypes['.svg']) return undefined;
  const { default: sharp } = await import('sharp');
  const small = sharp(file.bytes)
    .resize({ width: 600, withoutEnlargement: true })
    .flatten({ background: '#fff' });
  const made = fileOf('.jpg', await inTurn(() => small.jpeg({ quality: 70 }).toBuffer()));
  return { files: [made], src: otherPaths.upload(made.name), images: [] };
}

/** Stores an SVG or GIF file unchanged. */
export function drawing(fileName: string, bytes: Uint8Array): Picture {
  const file = fileOf(extname(fileName).toLowerCase(), bytes);
  return { files: [file], src: otherPaths.upload(file.name), images: [] };
}

/** Names a file after its content, so that browsers can cache it for ever. */
function fileOf(ending: string, bytes: Uint8Array): PictureFile {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${hash}${ending}`, type: pictureTypes[ending] ?? 'application/octet-stream', bytes };
}

export async function findPicture(db: Db, name: string): Promise<PictureFile | undefined> {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return db.selectFrom('files').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function savePictures(trx: Db, pictures: Picture[]): Promise<void> {
  const created_at = new Date().toISOString();
  for (const file of pictures.flatMap(({ files }) => files))
    await trx
      .insertInto('files')
      .values({ ...file, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const address = new RegExp(`${otherPaths.upload('')}([\\w.-]+)`, 'g');

function namesIn(texts: (string | null)[]): Set<string> {
  return new Set(texts.flatMap((text) => [...(text ?? '').matchAll(address)].map(([, name = '']) => name)));
}

async function namedPictures(db: Db): Promise<Set<string>> {
  const articles = await db.selectFrom('media').select(['body', 'image', 'images']).execute();
  const vacancies = await db.selectFrom('vacancies').select('body').execute();
  const newsletters = await db.selectFrom('newsletters').select(['source', 'html']).execute();
  return namesIn([...articles, ...vacancies, ...newsletters].flatMap((row) => Object.values(row)));
}

/** Deletes a deleted text's pictures, except those used in another text. */
export async function deletePictures(trx: Db, ...texts: (string | null)[]): Promise<void> {
  const named = await namedPictures(trx);
  for (const name of namesIn(texts))
    if (!named.has(name)) await trx.deleteFrom('files').where('name', '=', name).execute();
}

/** Deletes pictures that no text has used since `time`; until then, somebody's unsaved text may use them. */
export async function sweepPictures(trx: Db, time: string): Promise<void> {
  const files = await trx.selectFrom('files').select(['name', 'unnamed_since']).execute();
  if (files.length === 0) return;
  const named = await namedPictures(trx);
  for (const { name, unnamed_since } of files)
    if (!named.has(name) && unnamed_since !== null && unnamed_since < time)
      await trx.deleteFrom('files').where('name', '=', name).execute();
    else if (named.has(name) !== (unnamed_since === null))
      await trx
        .updateTable('files')
        .set({ unnamed_since: named.has(name) ? null : new Date().toISOString() })
        .where('name', '=', name)
        .execute();
}
