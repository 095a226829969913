import type { Fields } from '#src/outbox/submission.ts';

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** What is typed into a form, by field name. Empty fields are left out. */
export function readTyped(form: HTMLFormElement): Fields {
  const filled = typedFields(form).filter(({ value }) => value !== '');
  return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
}

/** Makes a form show this text. Tells the fields, and not the form: nobody has typed it. */
export function writeTyped(form: HTMLFormElement, fields: Fields): void {
  for (const field of typedFields(form)) {
    const value = fields[field.name] ?? '';
    if (field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input'));
  }
}

function typedFields(form: HTMLFormElement): TypedField[] {
  return Array.from(form.elements).filter(
    (element): element is TypedField =>
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden'),
  );
}
