import { useSyncExternalStore } from 'react';

import { shell } from '#src/content/interface.ts';
import { savesData } from '#src/lib/saves-data.ts';

/** Whether pictures of articles wait for a press. */
export function usePicturesWait(): boolean {
  return useSyncExternalStore(neverChanges, savesData, () => false);
}

function neverChanges(): () => void {
  return () => undefined;
}

export function PictureButton({ onPress }: { onPress: () => void }) {
  return (
    <button type="button" className="btn btn-outline-primary" onClick={onPress}>
      {shell.showPicture}
    </button>
  );
}

/** Puts a button in the place of each image that has not come yet, with the link around it. */
export function holdImages(box: HTMLElement): void {
  for (const image of box.querySelectorAll('img')) {
    if (image.complete || isOwnDrawing(image.getAttribute('src') ?? '')) continue;
    const place = image.closest('a') ?? image;
    const words = image.alt || place.textContent;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'btn btn-outline-primary';
    button.textContent = words ? `${shell.showPicture}: ${words}` : shell.showPicture;
    button.addEventListener('click', () => {
      button.replaceWith(place);
      focusOn(image);
    });
    place.replaceWith(button);
  }
}

/** The button had the focus. */
export function focusOn(image: HTMLImageElement | null): void {
  image?.setAttribute('tabindex', '-1');
  image?.focus({ preventScroll: true });
}

/** Precached: it costs nothing to show. */
export function isOwnDrawing(src: string): boolean {
  return /^\/images\/.*\.svg$|^data:/.test(src);
}
