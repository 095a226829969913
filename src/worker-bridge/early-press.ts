let pressed: HTMLButtonElement | undefined;
const posted = new WeakSet<EventTarget>();

/** Until the app is here its buttons do nothing: the latest press is kept. And forms are posted by the browser itself. */
export function rememberPress(): void {
  addEventListener('click', remember);
  addEventListener('submit', rememberPost);
}

/** Call it when hydration begins, from where on React sees each press; what it returns repeats the kept one. */
export function takePress(): () => void {
  removeEventListener('click', remember);
  const button = pressed;
  pressed = undefined;
  return () => {
    if (button?.isConnected) button.click();
  };
}

/** To the server the same form posted again is the same request; sent by the app it would be another one. */
export function isPosted(form: HTMLFormElement): boolean {
  return posted.has(form);
}

function rememberPost({ target, defaultPrevented }: Event): void {
  if (target !== null && !defaultPrevented) posted.add(target);
}

function remember({ target }: Event): void {
  // A submit button needs no app.
  pressed =
    (target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]')) || undefined;
}
