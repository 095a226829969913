import { useEffect, useState } from 'react';

import { installWords } from '#src/content/status.ts';
import { hasInstallPrompt, takeInstallPrompt } from '#src/early-events.ts';
import { dismissInstall, install } from '#src/state/persist.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

/** Below the footer: the button where the browser can install, a written hint where only its menu can. */
export function InstallOffer() {
  const { dismissed } = useProxyState(install);
  const [canPrompt, setCanPrompt] = useState(false);
  useEffect(() => {
    const look = () => setCanPrompt(hasInstallPrompt());
    // It may have come before.
    look();
    addEventListener('beforeinstallprompt', look);
    addEventListener('appinstalled', dismissInstall);
    return () => {
      removeEventListener('beforeinstallprompt', look);
      removeEventListener('appinstalled', dismissInstall);
    };
  }, []);
  const hint = menuHint();
  if (dismissed || isInstalled() || (!canPrompt && hint === '')) return null;
  return (
    <aside className="hstack flex-wrap justify-content-center gap-2 p-3" aria-label={installWords.button}>
      {canPrompt ? (
        <button type="button" className="btn btn-primary" onClick={() => void offer().then(setCanPrompt)}>
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

/** Shows the browser's own question, which it answers once; returns whether it can be asked again. */
async function offer(): Promise<boolean> {
  const prompt = takeInstallPrompt();
  await prompt?.prompt();
  if ((await prompt?.userChoice)?.outcome === 'dismissed') dismissInstall();
  return hasInstallPrompt();
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
