import { honeypotField } from '#src/contract/answer.ts';

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/** What a visitor has typed into a form, by field name. The browser keeps it: also what was typed before the app was here. */
export function readTyped(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(typedFields(form).map(({ name, value }) => [name, value]));
}

/** Puts back what was typed earlier, where nothing is typed now. */
export function restoreTyped(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const field of typedFields(form)) {
    if (field.value !== '' || !fields[field.name]) continue;
    type(field, fields[field.name] ?? '');
  }
}

/** Empties the form where it says nothing but `fields`, which the browser has put back by itself. */
export function takeBack(form: HTMLFormElement, fields: Record<string, string>): void {
  const all = typedFields(form);
  if (all.every(({ name, value }) => value === (fields[name] ?? '')))
    for (const field of all) type(field, '');
}

function type(field: TypedField, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function typedFields(form: HTMLFormElement): TypedField[] {
  return Array.from(form.elements).filter(
    (element): element is TypedField =>
      (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) &&
      element.type !== 'hidden' &&
      element.name !== honeypotField,
  );
}
