/** What happens before the app is here, kept until it asks. `early.ts` listens first. */

/** Chromium's event, which TypeScript's DOM library does not know. */
type InstallPromptEvent = Event & {
  prompt: () => Promise<void>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let installPrompt: InstallPromptEvent | undefined;
let pressed: HTMLButtonElement | undefined;
const posted = new WeakSet<EventTarget>();

/** On a repeat visit the browser fires `beforeinstallprompt` before React mounts. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = event as InstallPromptEvent;
    dispatchEvent(new Event('install-available'));
  });
}

export function takeInstallPrompt(): InstallPromptEvent | undefined {
  const event = installPrompt;
  installPrompt = undefined;
  return event;
}

export function hasInstallPrompt(): boolean {
  return installPrompt !== undefined;
}

/** Until the app is here its buttons do nothing: the latest one that was pressed is kept. */
export function keepPressedButton(): void {
  addEventListener('click', rememberButton);
}

/** Until then forms are posted by the browser itself. */
export function notePosts(): void {
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (target !== null && !defaultPrevented) posted.add(target);
  });
}

/** To the server the same form posted again is the same request; sent by the app it would be another one. */
export function isPosted(form: HTMLFormElement): boolean {
  return posted.has(form);
}

/** Call it when hydration begins, from where on React sees each click; what it returns clicks the kept button. */
export function takePressedButton(): () => void {
  removeEventListener('click', rememberButton);
  const button = pressed;
  pressed = undefined;
  return () => {
    if (button?.isConnected) button.click();
  };
}

function rememberButton({ target }: Event): void {
  // A submit button needs no app.
  pressed =
    (target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]')) || undefined;
}
