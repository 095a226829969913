/** Chromium's event, which TypeScript's DOM library does not know. */
export type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let buffered: InstallPromptEvent | undefined;

/** On a repeat visit the browser fires `beforeinstallprompt` before React mounts: keep it until someone asks. */
export function bufferInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    buffered = event as InstallPromptEvent;
    dispatchEvent(new Event('install-available'));
  });
}

export function takeInstallPrompt(): InstallPromptEvent | undefined {
  const event = buffered;
  buffered = undefined;
  return event;
}

export function hasInstallPrompt(): boolean {
  return buffered !== undefined;
}
