/** What the inline script (`early.ts`) and the app tell each other. */
export type Early = {
  /** The latest button that was pressed: until the app is here its buttons do nothing. */
  pressed?: HTMLButtonElement | null;
  /** Forms that the browser itself has posted. */
  posted: WeakSet<EventTarget>;
  /** On a repeat visit it comes before React mounts. */
  installPrompt?: InstallPromptEvent | undefined;
  /** Rejects where a part of the app could not be had: its html stands, reads and posts as before. */
  started?: Promise<void>;
};

/** Chromium's event, which TypeScript's DOM library does not know. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

declare global {
  interface Window {
    early: Early;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent;
  }
}

/** Under it the tab's storage says that a document has been loaded again because its app did not start. */
export const stampKey = 'again';

/** The app runs: another document of this tab may need it once more. */
export function noteStarted(): void {
  try {
    sessionStorage.removeItem(stampKey);
  } catch {
    // Nothing was stamped there.
  }
}

export function takeInstallPrompt(): InstallPromptEvent | undefined {
  const event = window.early.installPrompt;
  window.early.installPrompt = undefined;
  return event;
}

export function hasInstallPrompt(): boolean {
  return window.early.installPrompt !== undefined;
}

/** To the server the same form posted again is the same request; sent by the app it would be another one. */
export function isPosted(form: HTMLFormElement): boolean {
  return window.early.posted.has(form);
}

/** Call it when hydration begins, from where on React sees each click; what it returns clicks the kept button. */
export function takePressedButton(): () => void {
  const button = window.early.pressed;
  return () => {
    if (button?.isConnected) button.click();
  };
}
