// @vitest-environment jsdom

import { expect, test, vi } from 'vitest';

import { Field } from '#src/components/field.tsx';
import { emailSlip } from '#src/contract/slips.ts';
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

test('the question goes with the text, and does not come for a right address', async () => {
  const { type, leave, hint, input } = await emailField('mwila@gmail.con');
  await leave();
  await type(meant);
  expect(hint()).toBe('');
  await whileActing(() => input.focus());
  await leave();
  expect(hint()).toBe('');
});

test('the question waits until nothing is being pressed, because it moves what is below', async () => {
  const { leave, hint } = await emailField('mwila@gmail.con');
  const pressed = vi.spyOn(document, 'querySelector').mockReturnValue(document.body);
  await leave();
  pressed.mockRestore();
  expect(hint()).toBe('');
  await whileActing(() => {
    dispatchEvent(new Event('pointerup'));
    return new Promise(requestAnimationFrame);
  });
  expect(hint()).toBe(meantText(meant));
});

test('a refused field offers a way out, which fills it in or says what is missing', async () => {
  const find = vi.fn(() => ({ text: 'Nothing to use yet.' }));
  const remedy = { label: 'Use my number', find };
  const place = await mount(
    <form>
      <Field name="profile" label="Profile" maxLength={200} problem="Please enter a link." remedy={remedy} />
    </form>,
  );
  await press(place);
  expect(place.querySelector('[role=status]')?.textContent).toBe('Nothing to use yet.');
  find.mockReturnValue({ text: '', value: 'https://wa.me/260977123456' } as { text: string });
  await press(place);
  expect(place.querySelector('input')?.value).toBe('https://wa.me/260977123456');
});
