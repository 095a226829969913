const stampKey = 'hcs-started-again';

/**
 * The app could not be had, and in this document it cannot be any more (https://github.com/whatwg/html/issues/6768). The
 * page reads and its forms post without it; what only the app can do comes with another document. That is loaded when
 * something speaks for a connection and the server has just answered, unless something is typed; once until it runs, because
 * an engine that cannot run the app would go round in circles.
 */
export function startAgainWhenAnswered(error: unknown): void {
  console.warn('No app.', error);
  addEventListener('online', startAgain);
  document.addEventListener('visibilitychange', startAgain);
  // A button that only the app hears.
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button[type=button]')) startAgain();
  });
}

/** The app runs: another document of this tab may need it once more. */
export function noteStarted(): void {
  try {
    sessionStorage.removeItem(stampKey);
  } catch {
    // Nothing was stamped there.
  }
}

function startAgain(): void {
  if (document.visibilityState === 'hidden' || isSomethingTyped() || !isFirstTime()) return;
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => {
      sessionStorage.setItem(stampKey, 'yes');
      location.reload();
    },
    // Still no connection: the next sign of one asks again.
    () => undefined,
  );
}

function isSomethingTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea');
  return Array.from(fields).some(({ value, defaultValue }) => value !== defaultValue);
}

function isFirstTime(): boolean {
  try {
    return sessionStorage.getItem(stampKey) === null;
  } catch {
    // Without a place for the stamp a reload could repeat for ever.
    return false;
  }
}
