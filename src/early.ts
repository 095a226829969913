/**
 * The only script of the first view: a few hundred bytes that load the app after the first paint, so that
 * the 80 KB of it compete with no byte of the page. Keeps what happens meanwhile: `beforeinstallprompt`, and a
 * press on a button.
 */
import { keepInstallPrompt, keepPressedButton } from './early-events.ts';
import { applyStoredTheme } from './state/theme.ts';
import { startAgainWhenAnswered } from './worker-bridge/start-again.ts';

applyStoredTheme();
keepInstallPrompt();
keepPressedButton();

function afterFirstPaint(start: () => void): void {
  if (performance.getEntriesByType('paint').length > 0) {
    start();
    return;
  }
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    start();
  });
  observer.observe({ type: 'paint', buffered: true });
  // A tab opened in the background paints nothing until it is looked at.
  if (document.visibilityState === 'hidden') start();
}

afterFirstPaint(() => {
  import('./entry-client.tsx').then(({ started }) => started).catch(startAgainWhenAnswered);
});
