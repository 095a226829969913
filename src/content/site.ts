const callingCode = '+260';

/** Who, where and when we are. Read by the page, the worker, the server and the build. */
export const site = {
  name: 'HERO Control System',
  shortName: 'HCS',
  lang: 'en',
  locale: 'en-GB',
  country: 'ZM',
  city: 'Lusaka',
  callingCode,
  timeZone: 'Africa/Lusaka',
  /** The same in every month. */
  utcOffset: '+02:00',
  phoneExample: `${callingCode} 97 000 0000`,
  /** Also in `index.html`, by the build, and in `_tokens.scss`. */
  themeColour: '#70A12F',
  csvSeparator: ',',
} as const;
