import type { Fields } from '#src/outbox/submission.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Controls that the visitor has changed on this page. The inline script starts the list. */
    typedIn?: Set<EventTarget>;
    lastFocused?: EventTarget | null;
    /** A form was submitted before the app has started. */
    isSubmitted?: boolean;
  }
}

/** Reads the form's text by field name. Omits empty fields, and unchanged fields for which `stands` is true. */
export function readTyped(form: HTMLFormElement, stands?: (name: string, value: string) => boolean): Fields {
  const filled = textControls(form).filter((field) => field.value !== '');
  const typed = filled.filter((field) => window.typedIn?.has(field) || !stands?.(field.name, field.value));
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

/** Fills in a form. The events do not bubble, so that the form does not store the text again. */
export function writeTyped(form: HTMLFormElement, fields: Fields): void {
  forgetTyped(form);
  for (const field of textControls(form)) {
    const value = fields[field.name] ?? '';
    if (field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input'));
  }
}

/** True if the browser may have filled in the form again, which fires no event. */
export function mayBeRefilled(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate';
}

/** For a form whose text is stored, so that no later form adopts it. */
export function forgetTyped(form: HTMLFormElement): void {
  for (const field of textControls(form)) {
    window.typedIn?.delete(field);
    if (window.lastFocused === field) window.lastFocused = null;
  }
}

/**
 * Moves text, focus and caret from a form that React has replaced: it renders html again that an extension, a translator or
 * a network operator has changed.
 */
export function adoptTyped(form: HTMLFormElement): void {
  const isReplaced = (control?: EventTarget | null): control is TextControl =>
    isTextControl(control) && !control.isConnected && control.form?.action === form.action;
  const { typedIn = new Set(), lastFocused } = window;
  const replaced = [...typedIn].filter(isReplaced);
  for (const control of textControls(form)) {
    const old = replaced.find(({ name }) => name === control.name);
    if (old) {
      control.value = old.value;
      typedIn.add(control).delete(old);
    }
    if (
      document.activeElement === document.body &&
      isReplaced(lastFocused) &&
      lastFocused.name === control.name
    )
      focusLike(control, lastFocused);
  }
}

function focusLike(control: TextControl, old: TextControl): void {
  control.focus({ preventScroll: true });
  if (control instanceof HTMLSelectElement || old instanceof HTMLSelectElement) return;
  // Some types of input, such as `number`, have no caret.
  if (old.selectionStart !== null) control.setSelectionRange(old.selectionStart, old.selectionEnd);
}

function textControls(form: HTMLFormElement): TextControl[] {
  return Array.from(form.elements).filter(isTextControl);
}

function isTextControl(element: unknown): element is TextControl {
  return (
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    (element instanceof HTMLInputElement && !/^(?:hidden|file)$/.test(element.type))
  );
}
