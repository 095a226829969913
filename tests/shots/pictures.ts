import type { Page } from '@playwright/test';

/** Waits for all pictures that have begun to load (those that are or have been in the viewport), or only those in view. */
export async function untilPicturesAreHere(page: Page, onlyInView = false): Promise<void> {
  await page.waitForFunction((inView) => {
    const isAway = (box?: DOMRect) =>
      box === undefined || (inView && (box.top > innerHeight || box.bottom < 0));
    return [...document.images].every((image) => image.complete || isAway(image.getClientRects()[0]));
  }, onlyInView);
}
