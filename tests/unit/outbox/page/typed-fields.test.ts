// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest';

import { adoptTyped } from '#src/outbox/page/typed-fields.ts';

function newForm(call: string): HTMLFormElement {
  const form = document.createElement('form');
  form.action = call;
  form.innerHTML = '<input name="name"><input name="email" type="email"><textarea name="message"></textarea>';
  document.body.append(form);
  onTestFinished(() => form.remove());
  return form;
}

const control = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

test('a form that replaces another takes over what was typed, focus and caret, and nothing of a third', () => {
  const [old, other] = [newForm('/enquiry'), newForm('/subscribe')];
  control(old, 'message').value = 'How much?';
  control(old, 'email').value = 'refilled@example.com';
  control(other, 'name').value = 'Another';
  window.typedIn = new Set([control(old, 'message'), control(other, 'name')]);
  window.lastFocused = control(old, 'message');
  control(old, 'message').setSelectionRange(3, 5);
  for (const one of [old, other]) one.remove();
  const form = newForm('/enquiry');
  adoptTyped(form);
  expect(['name', 'email', 'message'].map((name) => control(form, name).value)).toEqual([
    '',
    '',
    'How much?',
  ]);
  const { activeElement } = document;
  expect(activeElement).toBe(control(form, 'message'));
  expect([control(form, 'message').selectionStart, control(form, 'message').selectionEnd]).toEqual([3, 5]);
  expect([...window.typedIn]).toEqual([control(other, 'name'), control(form, 'message')]);
});
