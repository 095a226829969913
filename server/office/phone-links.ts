import { telUrl, whatsappUrl } from '#src/words/site.ts';

import { phoneNumbers } from '../lib/phone-numbers.ts';

/** Addresses to call the first phone number in a text, and to chat with it. Undefined if there is none. */
export function phoneLinks(text: string): { call: string; whatsApp: string } | undefined {
  const [number] = phoneNumbers(text);
  return number === undefined ? undefined : { call: telUrl(number), whatsApp: whatsappUrl(number) };
}
