let pressed: HTMLButtonElement | undefined;

/** Until the app is here its buttons do nothing: the latest press is kept. */
export function rememberPress(): void {
  addEventListener('click', remember);
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

function remember({ target }: Event): void {
  // A submit button needs no app.
  pressed =
    (target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]')) || undefined;
}
