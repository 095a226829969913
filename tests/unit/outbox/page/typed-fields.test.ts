// @vitest-environment jsdom
import { expect, test } from 'vitest';

import { readTyped, writeTyped } from '#src/outbox/page/typed-fields.ts';

function newForm(): HTMLFormElement {
  const form = document.createElement('form');
  form.innerHTML = `<input name="name"><input type="checkbox" name="visit" value="yes">
    <input type="radio" name="time" value="morning"><input type="radio" name="time" value="evening">`;
  return form;
}

test('a tick box and radio buttons are read only where they are chosen, and filled in by their value', () => {
  const form = newForm();
  expect(readTyped(form)).toEqual({});
  const fields = { name: 'Ada', visit: 'yes', time: 'evening' };
  writeTyped(form, fields);
  expect(readTyped(form)).toEqual(fields);
  writeTyped(form, { name: 'Ada', time: 'morning' });
  expect(readTyped(form)).toEqual({ name: 'Ada', time: 'morning' });
  writeTyped(form, {});
  expect(readTyped(form)).toEqual({});
});
