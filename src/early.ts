/**
 * The only script of the first view: a few hundred bytes that load the app after the first paint, so that
 * the 80 KB of it compete with no byte of the page. Keeps what happens meanwhile: `beforeinstallprompt`, and a
 * press on a button.
 */

import { applyStoredTheme } from './components/theme.ts';
import { keepInstallPrompt, keepPressedButton, notePosts } from './early-events.ts';
import { noteStarted, startAgainWhenAnswered } from './start-again.ts';

applyStoredTheme();
keepInstallPrompt();
keepPressedButton();
notePosts();

/** Longer than any browser takes to tell of its first paint once all is loaded. */
const patience = 2_000;

function afterFirstPaint(start: () => void): void {
  // A tab opened in the background paints nothing until it is looked at.
  if (document.visibilityState === 'hidden' || performance.getEntriesByType('paint').length > 0) {
    start();
    return;
  }
  // Where visitors are shielded from being measured, nobody tells of a paint.
  if (document.readyState === 'complete') setTimeout(start, patience);
  else addEventListener('load', () => setTimeout(start, patience));
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    start();
  }).observe({ type: 'paint', buffered: true });
}

let isStarted = false;

afterFirstPaint(() => {
  if (isStarted) return;
  isStarted = true;
  import('./entry-client.tsx').then(({ started }) => started).then(noteStarted, startAgainWhenAnswered);
});
