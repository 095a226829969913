import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { otherPaths } from '#src/server-paths.ts';

import { Refusal } from '../lib/refusal.ts';
import { inSlices } from '../lib/slices.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, Tables } from '../store/schema.ts';

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
const mostPictureBytes = 15_000_000;
const mostPixels = 60_000_000;
/** WebP stores no longer side. */
const mostSide = 16_383;

/** First bytes of a file, and what it is. Keeps all but the first four from sharp's decoders. */
const beginnings: [RegExp, string][] = [
  [/^\xff\xd8\xff/, ''],
  [/^\x89PNG/, ''],
  [/^RIFF.{4}WEBP/s, ''],
  [/^GIF8/, ''],
  [/^.{4}ftyp(?:.{4}){0,8}avi[fs]/s, ''],
  [
    /^.{4}ftyp(?:hei[cmsx]|he[vi]c|mi[af]1|msf1)/s,
    'is a HEIC photo, which browsers cannot show. Save it as JPEG; an iPhone does so after Settings, Camera, Formats, Most Compatible.',
  ],
  [/^.{4}ftyp/s, 'is a video, not a picture.'],
  [/^%PDF/, 'is a PDF document, not a picture. Save its page as JPEG or PNG.'],
  [/^PK/, 'is a document or an archive, not a picture.'],
  [
    /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*-->\s*)?(?:<!DOCTYPE[^>]*>\s*)?<svg/s,
    'is an SVG drawing. Save it as PNG.',
  ],
  [/^BM/, 'is a BMP picture. Save it as JPEG or PNG.'],
  [/^(?:II\*|MM\0)/, 'is a TIFF picture or a raw photo. Save it as JPEG.'],
];
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
  if (bytes.length > mostPictureBytes)
    throw new Refusal(
      413,
      `This file is larger than ${mostPictureBytes / 1_000_000} MB. Choose a smaller one.`,
    );
  if (bytes.length === 0) throw refused('is empty. Perhaps it has not been downloaded to this device yet.');
  const first = Buffer.from(bytes.subarray(0, 400)).toString('latin1');
  const [, problem] = beginnings.find(([pattern]) => pattern.test(first)) ?? [];
  if (problem !== '') throw refused(problem ?? 'is not a picture. Choose a JPEG, PNG, WebP or GIF file.');
  if (/acTL/.test(first)) throw refused('is an animated PNG. Save it as a GIF.');
  const { default: sharp } = await import('sharp');
  const open = () => sharp(bytes, { animated: true, limitInputPixels: false, failOn: 'error' }).autoOrient();
  try {
    // Reads only the header.
    const { autoOrient, pages = 1, pageHeight } = await open().metadata();
    const [width, height] = [autoOrient.width, pageHeight ?? autoOrient.height];
    const megapixels = Math.ceil((width * height * pages) / 1_000_000);
    if (width * height * pages > mostPixels)
      throw refused(
        pages > 1
          ? `is an animation of ${pages} frames and ${megapixels} megapixels; the limit is ${mostPixels / 1_000_000}. Make it shorter or smaller.`
          : `has ${megapixels} megapixels; the limit is ${mostPixels / 1_000_000}. Make it smaller.`,
      );
    const picture: Picture = { files: [], src: '', images: [] };
    const most = Math.max(1, Math.min(width, Math.floor((width * mostSide) / height)));
    for (const wanted of new Set(widths[place].map((one) => Math.min(one, most)))) {
      // A very narrow picture would otherwise become a pixel too long.
      const size = { width: wanted, height: Math.min(mostSide, Math.round((height * wanted) / width) || 1) };
      const file = fileOf(
        '.webp',
        await open()
          .resize({ ...size, fit: 'fill' })
          .webp({ quality: 80 })
          .toBuffer(),
      );
      picture.files.push(file);
      picture.src = otherPaths.upload(file.name);
      picture.images.push({ src: picture.src, width: wanted });
    }
    return picture;
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal(422, 'This file is damaged, or only part of it has arrived. Choose it again.', {
      cause,
    });
  }
}

const refused = (problem: string) => new Refusal(422, `This file ${problem}`);

/** Returns one of our pictures as JPEG, because Outlook does not show WebP; undefined for any other URL. */
export async function mailPicture(db: Db, address: string): Promise<Picture | undefined> {
  const path = otherPaths.upload('');
  const file = address.startsWith(path) ? await findPicture(db, address.slice(path.length)) : undefined;
  if (file === undefined) return undefined;
  const { default: sharp } = await import('sharp');
  const small = sharp(file.bytes)
    .resize({ width: 600, withoutEnlargement: true })
    .flatten({ background: '#fff' });
  const made = fileOf('.jpg', await inTurn(() => small.jpeg({ quality: 70 }).toBuffer()));
  return { files: [made], src: otherPaths.upload(made.name), images: [] };
}

/** Names a file after its content, so that browsers can cache it for ever. */
function fileOf(ending: string, bytes: Uint8Array): PictureFile {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${hash}${ending}`, type: pictureTypes[ending] ?? 'application/octet-stream', bytes };
}

export async function findPicture(db: Db, name: string): Promise<PictureFile | undefined> {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return db.selectFrom('pictures').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function savePictures(trx: Db, pictures: Picture[]): Promise<void> {
  const created_at = new Date().toISOString();
  for (const file of pictures.flatMap(({ files }) => files))
    await trx
      .insertInto('pictures')
      .values({ ...file, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const address = new RegExp(`${otherPaths.upload('')}([\\w.-]+)`, 'g');

/** The stored pictures to which texts refer. */
export function namesIn(texts: (string | null)[]): Set<string> {
  return new Set(texts.flatMap((text) => [...(text ?? '').matchAll(address)].map(([, name = '']) => name)));
}

const texts = {
  articles: sql`concat_ws(' ', body, image, images)`,
  vacancies: sql`body`,
  newsletters: sql`concat_ws(' ', source, html)`,
};

async function namedPictures(db: Db): Promise<Set<string>> {
  const named = new Set<string>();
  for (const [table, text] of Object.entries(texts)) {
    const next = async (last: { id: string } | undefined, most: number) => {
      const rows = sql<{ id: string; text: string }>`select id, ${text} as text from ${sql.table(table)}
        where id > ${last?.id ?? ''} order by id limit ${most}`;
      return (await rows.execute(db)).rows;
    };
    for await (const names of inSlices(next, (rows) => namesIn(rows.map(({ text }) => text))))
      for (const name of names) named.add(name);
  }
  return named;
}

/** Deletes a deleted text's pictures, except those used in another text. */
export async function deletePictures(trx: Db, ...texts: (string | null)[]): Promise<void> {
  const named = await namedPictures(trx);
  for (const name of namesIn(texts))
    if (!named.has(name)) await trx.deleteFrom('pictures').where('name', '=', name).execute();
}

/** Deletes pictures that no text has used since `time`; until then, somebody's unsaved text may use them. */
export async function sweepPictures(store: Store, time: string): Promise<void> {
  const named = await namedPictures(store.db);
  const now = new Date().toISOString();
  const all = store.db.selectFrom('pictures').select(['name', 'unnamed_since']).orderBy('name');
  const old: string[] = [];
  const mark = (files: Pick<Tables['pictures'], 'name' | 'unnamed_since'>[]) =>
    store.write(async (trx) => {
      for (const { name, unnamed_since } of files)
        if (!named.has(name) && unnamed_since !== null && unnamed_since < time)
          old.push(otherPaths.upload(name));
        else if (named.has(name) !== (unnamed_since === null))
          await trx
            .updateTable('pictures')
            .set({ unnamed_since: named.has(name) ? null : now })
            .where('name', '=', name)
            .execute();
    });
  const next = (last: { name: string } | undefined, most: number) =>
    all
      .where('name', '>', last?.name ?? '')
      .limit(most)
      .execute();
  await Array.fromAsync(inSlices(next, mark));
  // Somebody may have saved a text with one of them meanwhile.
  const remove = (paths: string[]) => store.write((trx) => deletePictures(trx, ...paths));
  await Array.fromAsync(inSlices((_, most) => old.splice(0, most), remove));
}
