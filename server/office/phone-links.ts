import { findPhoneNumbersInText } from 'libphonenumber-js/min';

import { parsePhone, westernDigits } from '#src/contract/typed-text.ts';
import { country, telUrl, whatsappUrl } from '#src/words/site.ts';

/** Addresses to call the first phone number in a text, and to chat with it. Undefined if there is none. */
export function phoneLinks(text: string): { call: string; whatsApp: string } | undefined {
  const [found] = findPhoneNumbersInText(westernDigits(parsePhone(text).value).replace(/\++/g, '+'), country);
  return found && { call: telUrl(found.number.number), whatsApp: whatsappUrl(found.number.number) };
}
