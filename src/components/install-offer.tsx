import { useEffect, useState } from 'react';

import { installWords } from '#src/content/status.ts';
import { dismissInstall, install } from '#src/state/persist.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** Chromium's event, which TypeScript's DOM library does not know. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** Kept by the inline script (`early.ts`): on a repeat visit the event comes before React mounts. */
    installPrompt?: InstallPromptEvent;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/** Below the footer: the button where the browser can install, a written hint where only its menu can. */
export function InstallOffer() {
  const { dismissed } = useProxyState(install);
  const [prompt, setPrompt] = useState<InstallPromptEvent>();
  useEffect(() => {
    // It may have come before.
    setPrompt(window.installPrompt);
    addEventListener('beforeinstallprompt', setPrompt);
    addEventListener('appinstalled', dismissInstall);
    return () => {
      removeEventListener('beforeinstallprompt', setPrompt);
      removeEventListener('appinstalled', dismissInstall);
    };
  }, []);
  // The browser answers each event once, and sends another where it can be asked again.
  const ask = async (event: InstallPromptEvent) => {
    setPrompt(undefined);
    await event.prompt();
    if ((await event.userChoice).outcome === 'dismissed') dismissInstall();
  };
  const hint = menuHint();
  if (dismissed || isInstalled() || (!prompt && hint === '')) return null;
  return (
    <aside className="hstack flex-wrap justify-content-center gap-2 p-3" aria-label={installWords.button}>
      {prompt ? (
        <button type="button" className="btn btn-primary" onClick={() => void ask(prompt)}>
          {installWords.button}
        </button>
      ) : (
        <p>{hint}</p>
      )}
      <button type="button" className="btn btn-outline-primary" onClick={dismissInstall}>
        {installWords.dismiss}
      </button>
    </aside>
  );
}

/** iOS and Firefox on Android install from a menu and tell pages nothing about it. */
function menuHint(): string {
  if ('standalone' in navigator) return installWords.iosHint;
  return /Android.*Firefox/.test(navigator.userAgent) ? installWords.firefoxHint : '';
}

/** iOS tells it in its own way. */
function isInstalled(): boolean {
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    matchMedia('(display-mode: standalone)').matches
  );
}
