/** Chromium's event, which TypeScript's DOM library does not know. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    /** Kept by the inline script (`early.ts`): on a repeat visit the event comes before React mounts. */
    installPrompt?: InstallPromptEvent | undefined;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

export function takeInstallPrompt(): InstallPromptEvent | undefined {
  const event = window.installPrompt;
  window.installPrompt = undefined;
  return event;
}

export function hasInstallPrompt(): boolean {
  return window.installPrompt !== undefined;
}
