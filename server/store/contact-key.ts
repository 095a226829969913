import { westernDigits } from '#src/contract/typed-text.ts';
import { containsAll, fold } from '#src/lib/fold-text.ts';

import { phoneNumbers } from '../lib/phone-numbers.ts';

/** Identifies a mailbox, however its address is written. */
export const contactKey = (address: string) => address.normalize('NFKC').trim().toLowerCase();

/** Identifies the phones of a text; its digits, if they are no number. */
export function phoneKeys(text: string): string[] {
  const numbers = phoneNumbers(text);
  return numbers.length > 0 ? numbers : [bareNumber(westernDigits(text))].filter(Boolean);
}

const bareNumber = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '');

/** The text in which a search looks for names, addresses and phone numbers. */
export const searchText = (name: string, email: string, phone = '') =>
  fold([name, email, ...phoneKeys(phone)].join(' '));

/** The columns by which a sender is found. */
export const senderKeys = (name: string, email: string, phone: string) => ({
  contact_key: contactKey(email),
  search_text: searchText(name, email, phone),
});

/** At least six digits, however they are grouped. */
const longNumber = /(?<=^| )[+(]*(?:\d[ ()./]*){6,}(?= |$)/g;

export function containing(search: string): (text: string) => boolean {
  return containsAll(fold(westernDigits(search)).replace(longNumber, (number) => `${bareNumber(number)} `));
}
