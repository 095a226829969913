const stampKey = 'hcs-reloaded-for-chunk';

/**
 * After a deploy an old tab may ask for a file that is gone: the page is loaded anew, once a tab, never offline.
 * Nothing reloads for a hint such as a prefetch: only when the visitor has just pressed something.
 */
export function reloadForMissingChunks(): void {
  addEventListener('vite:preloadError', () => {
    if (!navigator.onLine || navigator.userActivation?.isActive === false) return;
    try {
      if (sessionStorage.getItem(stampKey) !== null) return;
      sessionStorage.setItem(stampKey, String(Date.now()));
    } catch (error) {
      // Without a place for the stamp a reload could repeat for ever.
      console.warn('A part of the page is missing; reload it to get the new version.', error);
      return;
    }
    location.reload();
  });
}
