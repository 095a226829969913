/** Who, where and when we are. Read by the page, the worker, the server and the build. */

export const name = 'HERO Control System';
export const shortName = 'HCS';
export const lang = 'en';
export const locale = 'en-GB';
export const country = 'ZM';
export const city = 'Lusaka';
export const callingCode = '+260';
export const timeZone = 'Africa/Lusaka';
/** The same in every month. */
export const utcOffset = '+02:00';
export const phoneExample = `${callingCode} 97 000 0000`;
/** Also in `index.html`, by the build, and in `_tokens.scss`. */
export const themeColour = '#70A12F';
export const csvSeparator = ',';
