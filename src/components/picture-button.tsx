import { useSyncExternalStore } from 'react';

import { shell } from '#src/content/interface.ts';
import { savesData } from '#src/lib/saves-data.ts';

/** True if article images load only on request. */
export function usePicturesOnRequest(): boolean {
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

/** Replaces each image that has not loaded, including a link around it, with a button that loads it. */
export function replaceUnloadedImages(box: HTMLElement): void {
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

/** The button that had the focus is gone. */
export function focusOn(image: HTMLImageElement | null): void {
  image?.setAttribute('tabindex', '-1');
  image?.focus({ preventScroll: true });
}

/** Already loaded: precached or inline. */
export function isOwnDrawing(src: string): boolean {
  return /^\/images\/.*\.svg$|^data:/.test(src);
}
