/** Reasons why a field is not accepted. */
export const requiredText = (label: string) => `${label} is required.`;
export const tooLongText = (label: string, limit: number) => `${label} is longer than ${limit} characters.`;
/** `1612 of 1500: shorten it by 112` */
export const excessText = (length: number, limit: number) =>
  `${length} of ${limit}: shorten it by ${length - limit}`;
export const emailText = 'Please enter a valid email address, such as name@company.com.';
export const phoneText = (example: string) => `Please enter a phone number, such as ${example}.`;
export const reachText = 'Please enter an email address or a phone number.';
export const profileText =
  'Please enter a link to your profile, such as linkedin.com/in/your-name. A Facebook page or a WhatsApp link also counts.';
export const afterLinkText = (link: string, rest: string) =>
  `After ${link.replace(/^https?:\/\//i, '')} stands "${rest}". Please enter the link alone, without spaces.`;

/** Likely slips. */
export const meantText = (address: string) => `Did you mean ${address}?`;
export const dotsText = 'Please check the dots before the @.';
export const phoneDigitsText =
  'Please check the number: Zambian numbers have ten digits, such as 0970 000 000.';
