import { onPressMark, plateSize, saveDataMark } from '#src/contract/worker-messages.ts';
import type { Device } from '#src/lib/saves-data.ts';
import { pictures, readPicturesWish } from '#src/state/persisted.ts';

/**
 * Tells the worker, by what it finds when it wakes: whether to install the whole site, or for who saves data the page at
 * hand only; and whether pictures wait for a press.
 */
export async function noteWishes(keepsLittle: boolean): Promise<void> {
  await note(saveDataMark, keepsLittle);
  await notePicturesWish();
}

export async function notePicturesWish(): Promise<void> {
  await note(onPressMark, pictures.onPress);
  // Another tab may have taken the mark away already.
  if (!pictures.onPress) showHeldPictures();
}

/** Hears of a wish about pictures that was told elsewhere: in another tab, in the browser's own settings. */
export function listenForWishes(device: ListeningDevice = navigator): void {
  const look = (unasked?: boolean) => {
    const before = pictures.onPress;
    readPicturesWish(unasked);
    if (pictures.onPress !== before) void notePicturesWish();
  };
  addEventListener('storage', () => look(pictures.onPress));
  // Nothing reaches a page that lies in the browser's cache of pages.
  addEventListener('pageshow', ({ persisted }) => persisted && look(pictures.onPress));
  let saveData = device.connection?.saveData;
  device.connection?.addEventListener('change', () => {
    // A line that gets slow for a moment takes no picture off the page.
    if (device.connection?.saveData === saveData) return;
    saveData = device.connection?.saveData;
    look();
  });
}

type ListeningDevice = Device & { connection?: EventTarget };

async function note(
  { cacheName, url }: typeof saveDataMark | typeof onPressMark,
  is: boolean,
): Promise<void> {
  try {
    const marks = await caches.open(cacheName);
    if (is) await marks.put(url, new Response('yes'));
    else await marks.delete(url);
  } catch (error) {
    console.warn('A wish cannot be noted here.', error);
  }
}

/** The worker may have put plates in the place of what the html of this page asked for. */
function showHeldPictures(): void {
  // Asked for in the same way, a document shows what it has: https://html.spec.whatwg.org/multipage/images.html#the-list-of-available-images
  for (const image of document.images)
    if (image.src.startsWith(`${location.origin}/`) && isPlate(image)) image.crossOrigin = 'anonymous';
}

function isPlate({ src, naturalWidth, naturalHeight }: HTMLImageElement): boolean {
  return !src.endsWith('.svg') && naturalWidth === plateSize.width && naturalHeight === plateSize.height;
}
