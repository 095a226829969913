import { expect, test } from 'vitest';

import { emailSlip, phoneSlip, zambianMobile } from '#src/contract/slips.ts';
import { dotsText, meantText } from '#src/words/form-errors.ts';

import { phones } from '../../kit/typed-examples.ts';

test.each([
  ['mwila@gmail.con', 'mwila@gmail.com'],
  ['mwila@gmai.com', 'mwila@gmail.com'],
  ['mwila@gamil.com', 'mwila@gmail.com'],
  ['mwila@gmaill.com', 'mwila@gmail.com'],
  ['Mwila.Banda@Gmail.co', 'Mwila.Banda@gmail.com'],
  ['Mwila <mwila@yaho.com>', 'mwila@yahoo.com'],
  ['mwila@yahoo.co.ku', 'mwila@yahoo.co.uk'],
  ['mwila@hotmial.com', 'mwila@hotmail.com'],
  ['mwila@zamtel.zn', 'mwila@zamtel.zm'],
  ['www.mwila.banda@gmail.com', 'mwila.banda@gmail.com'],
  ['WWW.mwila@gmial.com', 'mwila@gmail.com'],
])('the address %j is followed by the question whether %j was meant', (typed, meant) => {
  expect(emailSlip(typed)).toEqual({ text: meantText(meant), value: meant });
});

test.each([
  'mwila@gmail.com',
  'mwila@mail.com',
  'mwila@ymail.com',
  'mwila@yahoo.co.uk',
  'mwila@gmail.co.zm',
  'mwila@example.com',
  'mwila@gmx.de',
  'mwila,banda@gmail.con',
  '',
])('no question follows the address %j', (typed) => {
  expect(emailSlip(typed)).toBeUndefined();
});

test.each(['a...b@example.com', 'a.@example.com', '.a@example.com'])(
  'the dots of %j are pointed out',
  (typed) => {
    expect(emailSlip(typed)?.text).toBe(dotsText);
  },
);

test('a Zambian number with a digit too few or too many is pointed out, and no other', () => {
  const isPointedOut = (typed: string) => phoneSlip(typed) !== undefined;
  for (const typed of ['097712345', '09771234567', '+260 97 712345', '00260 977 1234567'])
    expect(isPointedOut(typed), typed).toBe(true);
  const whole = phones.filter(({ call }) => call !== undefined).map(({ typed }) => typed);
  for (const typed of [...whole, '+27 82 123 456', '12345678'])
    expect(isPointedOut(typed), typed).toBe(false);
});

test.each([
  ['0977 123 456', '+260977123456'],
  ['+260 (0) 977 123456', '+260977123456'],
  ['0211 250 250 / 0966-123-456', '+260966123456'],
  ['\u0966\u096f\u096d\u096d\u0967\u0968\u0969\u096a\u096b\u096c', '+260977123456'],
  ['0211 250 250', undefined],
  ['+27 82 123 4567', undefined],
  ['097712345', undefined],
])('the mobile number in %j is %j', (typed, number) => {
  expect(zambianMobile(typed)).toBe(number);
});
