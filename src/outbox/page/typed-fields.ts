import type { Fields } from '#src/outbox/submission.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Controls that the visitor has changed on this page. Created by `early.ts`. */
    typedIn?: WeakSet<EventTarget>;
  }
}

/** Reads the form's text by field name. Omits empty fields, and fields the visitor has not changed if `stands` is true for them. */
export function readTyped(form: HTMLFormElement, stands?: (name: string, value: string) => boolean): Fields {
  const filled = textControls(form).filter(({ value }) => value !== '');
  const typed = filled.filter((field) => window.typedIn?.has(field) || !stands?.(field.name, field.value));
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

/** Fills in a form. The events do not bubble, so that the form does not store the text again. */
export function writeTyped(form: HTMLFormElement, fields: Fields): void {
  for (const field of textControls(form)) {
    const value = fields[field.name] ?? '';
    if (field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input'));
  }
}

function textControls(form: HTMLFormElement): TextControl[] {
  return Array.from(form.elements).filter(
    (element): element is TextControl =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden'),
  );
}
