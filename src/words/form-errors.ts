/** Reasons why a field is not accepted. */
export const requiredText = (label: string) => `${label} is required.`;
export const tooLongText = (length: string, limit: string, excess: string) =>
  `${length} of ${limit}: shorten it by ${excess}`;
export const fieldText = (label: string, problem: string) => `${label}: ${problem}.`;
export const emailText = 'Please enter a valid email address, such as name@company.com.';
export const phoneText = (example: string) => `Please enter a phone number, such as ${example}.`;
export const reachText = 'Please enter an email address or a phone number.';
export const profileText = 'Please enter a link to your profile, such as linkedin.com/in/your-name.';
