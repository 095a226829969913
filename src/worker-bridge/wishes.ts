import { onPressMark, saveDataMark } from '#src/contract/worker-messages.ts';
import { pictures } from '#src/state/persisted.ts';

/**
 * Tells the worker, by what it finds when it wakes: whether to install the whole site, or for who saves data the page at
 * hand only; and whether pictures wait for a press.
 */
export async function noteWishes(keepsLittle: boolean): Promise<void> {
  await note(saveDataMark, keepsLittle);
  await notePicturesWish();
}

export function notePicturesWish(): Promise<void> {
  return note(onPressMark, pictures.onPress);
}

async function note(
  { cacheName, url }: typeof saveDataMark | typeof onPressMark,
  is: boolean,
): Promise<void> {
  try {
    const marks = await caches.open(cacheName);
    if (is) await marks.put(url, new Response('yes'));
    else await marks.delete(url);
  } catch (error) {
    console.warn('The wish to save data cannot be noted here.', error);
  }
}
