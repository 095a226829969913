// @vitest-environment jsdom

import { expect, test, vi } from 'vitest';

import { Field } from '#src/components/field.tsx';
import { emailSlip } from '#src/contract/slips.ts';
import type { Problem } from '#src/contract/validation.ts';
import { meantText } from '#src/words/form-errors.ts';

import { mount, press, whileActing } from './mount.tsx';

const meant = 'mwila@gmail.com';

async function emailField(typed: string) {
  const place = await mount(
    <form>
      <Field name="email" label="Email" maxLength={200} findSlip={emailSlip} />
    </form>,
  );
  const input = place.querySelector('input') as HTMLInputElement;
  const type = (text: string) =>
    whileActing(() => {
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
  await whileActing(() => input.focus());
  await type(typed);
  const leave = () => whileActing(() => input.blur());
  return { place, input, type, leave, hint: () => place.querySelector('[role=status]')?.textContent };
}

test('a likely slip is asked about when the field is left, and one press mends it', async () => {
  const { place, input, leave, hint } = await emailField('mwila@gmail.con');
  expect(hint()).toBe('');
  await leave();
  expect(hint()).toBe(meantText(meant));
  const typed = vi.fn();
  place.querySelector('form')?.addEventListener('input', typed);
  await press(place);
  // Whoever stores the text is told, as by a key.
  expect([input.value, typed.mock.calls.length, hint()]).toEqual([meant, 1, '']);
  expect(document.activeElement).toBe(input);
});

test('a field with handlers of its own keeps them beside those that it is given', async () => {
  const given = { onInputCapture: vi.fn(), onBlur: vi.fn(), onInvalid: vi.fn() };
  Element.prototype.scrollIntoView = vi.fn();
  const place = await mount(
    <form>
      <Field name="about" label="About" needed="Choose." maxLength={200} required {...given}>
        <option />
        <option>Valve</option>
      </Field>
    </form>,
  );
  const select = place.querySelector('select') as HTMLSelectElement;
  const invalid = new Event('invalid', { cancelable: true });
  await whileActing(() => select.dispatchEvent(invalid));
  expect([select.nextElementSibling?.textContent, invalid.defaultPrevented]).toEqual(['Choose.', true]);
  expect(document.activeElement).toBe(select);
  await whileActing(() => {
    select.value = 'Valve';
    select.dispatchEvent(new Event('input', { bubbles: true }));
    select.blur();
  });
  expect([select.getAttribute('aria-invalid'), place.querySelector('form')?.checkValidity()]).toEqual([
    'false',
    true,
  ]);
  for (const handler of Object.values(given)) expect(handler).toHaveBeenCalledOnce();
});

test('the question goes with the text, and does not come for a right address', async () => {
  const { type, leave, hint, input } = await emailField('mwila@gmail.con');
  await leave();
  await type(meant);
  expect(hint()).toBe('');
  await whileActing(() => input.focus());
  await leave();
  expect(hint()).toBe('');
});

/** A field that has to be `right`, and another one that makes every text right. */
async function checkedField(problem?: Problem) {
  const isRight = (form: HTMLFormElement) => {
    const { text, other } = Object.fromEntries(new FormData(form));
    return text === 'right' || other === 'right';
  };
  const check = (form: HTMLFormElement) => (isRight(form) ? undefined : 'This is wrong.');
  const place = await mount(
    <form>
      <Field name="text" label="Text" maxLength={200} required check={check} problem={problem} />
      <Field name="other" label="Other" maxLength={200} />
    </form>,
  );
  const [text, other] = place.querySelectorAll<HTMLInputElement>('input');
  if (!text || !other) throw new Error('There are no fields.');
  const type = (input: HTMLInputElement, typed: string, bubbles = true) =>
    whileActing(() => {
      input.value = typed;
      input.dispatchEvent(new InputEvent('input', { bubbles }));
    });
  const leave = () =>
    whileActing(() => {
      text.focus();
      text.blur();
    });
  const mark = () => [
    text.getAttribute('aria-invalid'),
    place.querySelector('.invalid-feedback')?.textContent,
  ];
  return { place, text, other, type, leave, mark };
}

const unmarked = ['false', undefined];
const wrong = ['true', 'This is wrong.'];

test('a field is marked when it is left with something wrong, until it is right; not when it is passed empty', async () => {
  const { text, type, leave, mark } = await checkedField();
  await leave();
  expect(mark()).toEqual(unmarked);
  await type(text, 'wro');
  expect(mark()).toEqual(unmarked);
  await leave();
  expect(mark()).toEqual(wrong);
  await type(text, 'wron');
  expect(mark()).toEqual(wrong);
  await type(text, 'right');
  expect(mark()).toEqual(unmarked);
});

test('a mark from "Submit" goes when autofill, or another field, has made the text right', async () => {
  for (const [index, bubbles] of [true, false].entries()) {
    const { text, other, type, mark } = await checkedField({ field: 'text', message: 'This is wrong.' });
    await type(text, '');
    await type(other, 'right');
    expect(mark(), 'it is empty').toEqual(wrong);
    await type(other, '');
    await type(text, 'wrong');
    await type(index ? other : text, 'right', bubbles);
    expect(mark()).toEqual(unmarked);
  }
});
