/** Focuses `main` if React has just removed the element that had the focus. */
export function keepFocus(): void {
  queueMicrotask(() => {
    if (document.activeElement === document.body) focusMain();
  });
}

export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}
