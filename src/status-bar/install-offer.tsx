import { useEffect, useState } from 'react';

import { installWords } from '#src/content/status.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { dismissInstall, install } from '#src/state/visitor.ts';

/** Chromium only, missing from TypeScript's DOM library. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** Set by `early.ts`: on a repeat visit the event fires before React mounts. */
    installPrompt?: InstallPromptEvent;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/** An install button, or a hint if only the browser's menu can install. */
export function InstallOffer() {
  const { dismissed } = useProxyState(install);
  const [prompt, setPrompt] = useState<InstallPromptEvent>();
  useEffect(() => {
    setPrompt(window.installPrompt);
    addEventListener('beforeinstallprompt', setPrompt);
    const end = () => setPrompt(undefined);
    addEventListener('appinstalled', end);
    return () => {
      removeEventListener('beforeinstallprompt', setPrompt);
      removeEventListener('appinstalled', end);
    };
  }, []);
  // Each event can prompt only once; the browser sends another when it may prompt again.
  const promptInstall = async (event: InstallPromptEvent) => {
    setPrompt(undefined);
    await event.prompt();
    if ((await event.userChoice).outcome === 'dismissed') dismissInstall();
  };
  const hint = menuHint();
  if (dismissed || isInstalled() || (!prompt && hint === '')) return null;
  return (
    <aside className="hstack flex-wrap justify-content-center gap-2 p-3" aria-label={installWords.button}>
      {prompt ? (
        <button type="button" className="btn btn-primary" onClick={() => void promptInstall(prompt)}>
          {installWords.button}
        </button>
      ) : (
        <p>{hint}</p>
      )}
      <p>{installWords.offline}</p>
      <button type="button" className="btn btn-outline-primary" onClick={dismissInstall}>
        {installWords.dismiss}
      </button>
    </aside>
  );
}

/** iOS and Firefox for Android install only from a menu, without events. */
function menuHint(): string {
  if ('standalone' in navigator) return installWords.iosHint;
  const isFirefox = ['Android', 'Firefox'].every((name) => navigator.userAgent.includes(name));
  return isFirefox ? installWords.firefoxHint : '';
}

/** iOS has its own property. */
function isInstalled(): boolean {
  return (
    ('standalone' in navigator && navigator.standalone === true) ||
    matchMedia('(display-mode: standalone)').matches
  );
}
