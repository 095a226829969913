/** Finds likely slips in what was typed. They are shown as hints below a field, and never refused. */
import { dotsText, meantText, phoneDigitsText } from '#src/words/form-errors.ts';
import { callingCode } from '#src/words/site.ts';

import { parseEmail, parsePhone, westernDigits } from './typed-text.ts';

/** `value`: what was probably meant; pressing the hint writes it into the field. */
export type Slip = { text: string; value?: string };

/** Where most people here have their email. The short ones are one letter away from too many others to be suggested. */
const providers =
  'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.fr ymail.com rocketmail.com hotmail.com hotmail.co.uk outlook.com live.com icloud.com proton.me protonmail.com zamtel.zm zamnet.zm coppernet.zm iconnect.zm'.split(
    ' ',
  );
const others =
  'mail.com email.com aol.com gmx.com gmx.de gmx.net msn.com me.com mac.com web.de live.co.uk'.split(' ');

/** One letter was left out, added or replaced, or two neighbours were swapped. */
function isSlipOf(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const [rest, other] = [typed.slice(start), meant.slice(start)];
  return (
    rest.slice(1) === other ||
    rest === other.slice(1) ||
    rest.slice(1) === other.slice(1) ||
    (rest.slice(2) === other.slice(2) && rest[0] === other[1] && rest[1] === other[0])
  );
}

export function emailSlip(typed: string): Slip | undefined {
  const { value, left } = parseEmail(typed);
  if (value === '' || left !== '') return undefined;
  // No address begins with it, but many a phone offers it.
  const whole = value.replace(/^www\.(?!@)/i, '');
  const [name = '', domain = ''] = whole.toLowerCase().split('@');
  const isKnown = providers.includes(domain) || others.includes(domain);
  const labels = domain.split('.').length;
  const meant = isKnown
    ? undefined
    : providers.find((one) => one.split('.').length === labels && isSlipOf(domain, one));
  const address = meant === undefined ? whole : `${whole.slice(0, whole.indexOf('@'))}@${meant}`;
  if (address !== value) return { text: meantText(address), value: address };
  return /^\.|\.\.|\.$/.test(name) ? { text: dotsText } : undefined;
}

/** The digits of each number in a text, after the country's code or the leading zero; only of those that have one. */
function nationalDigits(typed: string): string[] {
  const numbers = westernDigits(parsePhone(typed).value).match(/\+?\d[\d\s().-]*/g) ?? [];
  return numbers.flatMap((number) => {
    const digits = number.replace(/\D/g, '');
    const [, national] = /^(?:(?:00)?260(?:0)?|0(?!0))(\d*)$/.exec(digits) ?? [];
    return national === undefined || (number.startsWith('+') && !digits.startsWith('260')) ? [] : [national];
  });
}

export function phoneSlip(typed: string): Slip | undefined {
  const numbers = nationalDigits(typed);
  const isOff = numbers.length > 0 && numbers.every(({ length }) => length === 8 || length === 10);
  return isOff ? { text: phoneDigitsText } : undefined;
}

/** The first Zambian mobile number in a text, with the country's code. */
export function zambianMobile(typed: string): string | undefined {
  const national = nationalDigits(typed).find((digits) => /^[79][5-8]\d{7}$/.test(digits));
  return national && `${callingCode}${national}`;
}
