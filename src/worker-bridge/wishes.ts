import { onPressMark, saveDataMark } from '#src/contract/worker-messages.ts';
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
  if (await note(onPressMark, pictures.onPress)) showHeldPictures();
}

/** Hears of a wish about pictures that was told elsewhere: in another tab, in the browser's own settings. */
export function listenForWishes(device: ListeningDevice = navigator): void {
  const look = async () => {
    const before = pictures.onPress;
    readPicturesWish();
    if (pictures.onPress === before) return;
    await notePicturesWish();
    // The other tab may have taken the mark away already.
    if (before) showHeldPictures();
  };
  addEventListener('storage', look);
  // Nothing reaches a page that lies in the browser's cache of pages.
  addEventListener('pageshow', ({ persisted }) => persisted && look());
  let saveData = device.connection?.saveData;
  device.connection?.addEventListener('change', () => {
    // A line that gets slow for a moment takes no picture off the page.
    if (device.connection?.saveData === saveData) return;
    saveData = device.connection?.saveData;
    look();
  });
}

type ListeningDevice = Device & { connection?: EventTarget };

/** True: it was there, and is no longer. */
async function note(
  { cacheName, url }: typeof saveDataMark | typeof onPressMark,
  is: boolean,
): Promise<boolean> {
  try {
    const marks = await caches.open(cacheName);
    if (!is) return await marks.delete(url);
    await marks.put(url, new Response('yes'));
  } catch (error) {
    console.warn('The wish to save data cannot be noted here.', error);
  }
  return false;
}

/** The worker may have put plates in the place of what the html of this page asked for. */
function showHeldPictures(): void {
  // Asked for in the same way, a document shows what it has: https://html.spec.whatwg.org/multipage/images.html#the-list-of-available-images
  for (const image of document.images)
    if (image.src.startsWith(`${location.origin}/`) && !image.src.endsWith('.svg'))
      image.crossOrigin = 'anonymous';
}
