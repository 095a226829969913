import type { Fields } from '#src/outbox/submission.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Window {
    /** Controls that the visitor has changed on this page. The inline script starts the list. */
    typedIn?: WeakSet<EventTarget>;
  }
}

/** Reads the form's text by field name. Omits empty fields, and unchanged fields for which `stands` is true. */
export function readTyped(form: HTMLFormElement, stands?: (name: string, value: string) => boolean): Fields {
  const filled = controlsIn(form).filter((field) => field.value !== '' && !isUnticked(field));
  const typed = filled.filter((field) => window.typedIn?.has(field) || !stands?.(field.name, field.value));
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]));
}

/** A tick box or radio button counts only once it is chosen. */
const isUnticked = (field: Control) => isBox(field) && !field.checked;

const isBox = (field: Control): field is HTMLInputElement => /^(?:checkbox|radio)$/.test(field.type);

/** Fills in a form. The events do not bubble, so that the form does not store the text again. */
export function writeTyped(form: HTMLFormElement, fields: Fields): void {
  for (const field of controlsIn(form)) {
    const value = fields[field.name] ?? '';
    if (isBox(field) ? field.checked === (field.value === value) : field.value === value) continue;
    if (isBox(field)) field.checked = !field.checked;
    else field.value = value;
    field.dispatchEvent(new Event('input'));
  }
}

function controlsIn(form: HTMLFormElement): Control[] {
  return Array.from(form.elements).filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden'),
  );
}
