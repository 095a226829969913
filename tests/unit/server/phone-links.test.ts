import { expect, test } from 'vitest';

import { phoneLinks } from '#server/office/phone-links.ts';
import { company, telUrl, whatsappUrl } from '#src/words/site.ts';

import { notPhones, phones } from '../../kit/typed-examples.ts';

test.each(phones)('the office calls $call for "$typed"', ({ typed, call }) => {
  expect(phoneLinks(typed)?.call).toBe(call && `tel:${call}`);
});

test("the company's own numbers have the addresses that the library finds", () => {
  for (const phone of company.phones)
    expect(phoneLinks(phone)).toEqual({ call: telUrl(phone), whatsApp: whatsappUrl(phone) });
});

test('there is nothing to press without a number', () => {
  for (const typed of [...notPhones, '']) expect(phoneLinks(typed), typed).toBeUndefined();
});
