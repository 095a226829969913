import { findPhoneNumbersInText } from 'libphonenumber-js/min';

import { parsePhone, westernDigits } from '#src/contract/typed-text.ts';
import { country } from '#src/words/site.ts';

/** The phone numbers in a text, with the country's code. */
export function phoneNumbers(text: string): string[] {
  const found = findPhoneNumbersInText(westernDigits(parsePhone(text).value).replace(/\++/g, '+'), country);
  return found.map(({ number }) => number.number);
}
