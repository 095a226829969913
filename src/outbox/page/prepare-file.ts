import { filesWords as words } from '#src/content/attachments.ts';
import { largestFileBytes, partBytes, partCount } from '#src/contract/attachments.ts';
import { cleanName, type FileType } from '#src/contract/file-types.ts';
import { type OtherFile, readFile } from '#src/contract/read-file.ts';
import { inTime, longestStepMs } from '#src/outbox/limits.ts';
import type { SentFile } from '#src/outbox/sent-file.ts';

import { drawNoted } from './drawing-note.ts';
import { withoutMetadata } from './photo-metadata.ts';

/** As chosen; it is made smaller. */
const largestPhotoMegabytes = 30;
const smallPngBytes = 1_000_000;
const longestSide = 2_000;
/** Of a long picture, such as a screenshot of a whole page. */
const shortestSide = 1_000;
const jpeg = 'image/jpeg';

/** `from`: the photo's size before it was made smaller. `hint`: what the visitor should know about a file that can be sent. */
type Prepared = {
  file: SentFile;
  parts: ArrayBuffer[];
  from?: number | undefined;
  hint?: string | undefined;
};

/**
 * Checks a file by its content and size. Reads it once, because it may be gone later. Calls `renew` before each step. `problem`
 * says why it cannot be sent.
 */
export async function prepareFile(
  chosen: File,
  renew: () => Promise<unknown>,
): Promise<Prepared | { problem: string }> {
  try {
    await renew();
    const { size, name } = chosen;
    // A cloud's placeholder has no bytes.
    if (size === 0) return { problem: words.unreadable };
    const read = chosen.slice(0, largestPhotoMegabytes * 1e6).arrayBuffer();
    const bytes = new Uint8Array(await inTime(read, longestStepMs));
    const { type, other, isCut, isProtected } = readFile(bytes, name);
    const isPhoto = type?.startsWith('image/') || other === 'heic';
    const mostMegabytes = isPhoto ? largestPhotoMegabytes : largestFileBytes / 1e6;
    if (size > mostMegabytes * 1e6) return { problem: words.large(mostMegabytes) };
    const drawn = isPhoto ? await drawNoted(chosen, () => draw(chosen, renew)) : undefined;
    if (type === undefined) {
      if (drawn) return { ...(await cut(drawn, name.replace(/\.\w+$/, ''), jpeg)), from: size };
      return { problem: problemOf(other, name) };
    }
    if (isPhoto && isCut && !drawn) return { problem: words.damaged };
    const plain = isPhoto ? withoutMetadata(bytes, type) : bytes;
    // Drawings blur as JPEG.
    const isDrawing = type === 'image/png' && plain.length <= smallPngBytes;
    const isDrawn = drawn && !isDrawing && drawn.length < plain.length;
    if ((isDrawn ? drawn : plain).length > largestFileBytes) return { problem: words.undrawn };
    if (isDrawn) return { ...(await cut(drawn, name.replace(/\.\w+$/, ''), jpeg)), from: size };
    const hint = isProtected ? words.protected : isCut ? words.cut : undefined;
    return { ...(await cut(plain, name, type)), hint };
  } catch (error) {
    // Browsers refuse to read a file that has been changed since it was chosen.
    console.warn('The file could not be read.', error);
    return { problem: words.unreadable };
  }
}

function problemOf(other: OtherFile | undefined, name: string): string {
  if (other === undefined) return words.type;
  const [ending = 'file'] = /\.\w{1,5}$/.exec(name.toLowerCase()) ?? [];
  return other === 'heic' ? words.heic : words.other(ending, words.others[other]);
}

async function cut(whole: Uint8Array<ArrayBuffer>, name: string, type: FileType): Promise<Prepared> {
  const bytes = whole.slice().buffer;
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const size = bytes.byteLength;
  const parts = Array.from({ length: partCount(size) }, (_, n) =>
    bytes.slice(n * partBytes, (n + 1) * partBytes),
  );
  return { file: { sha256, name: cleanName(name, type), size, type, state: 'here', parts: 0 }, parts };
}

/** As a JPEG of at most `longestSide` pixels. Undefined if the browser cannot do it. */
async function draw(
  photo: File,
  renew: () => Promise<unknown>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    await renew();
    const image = await inTime(createImageBitmap(photo), longestStepMs);
    const { width, height } = image;
    const fit = Math.max(longestSide / Math.max(width, height), shortestSide / Math.min(width, height));
    const scale = Math.min(1, fit);
    const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null || !isReadable(context)) return undefined;
    context.imageSmoothingQuality = 'high';
    // Transparent areas would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    await renew();
    const made = await inTime(canvas.convertToBlob({ type: jpeg, quality: 0.82 }), longestStepMs);
    return new Uint8Array(await made.arrayBuffer());
  } catch (error) {
    console.warn('The photo could not be drawn.', error);
    return undefined;
  }
}

/** False in browsers that protect against fingerprinting by returning another picture than was drawn. */
function isReadable(context: OffscreenCanvasRenderingContext2D): boolean {
  context.fillStyle = '#204060';
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data.join() === '32,64,96,255';
}
