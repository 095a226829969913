export const alertWords = {
  heading: 'Hear of new vacancies',
  turnOn: 'Tell me about new vacancies',
  turnOff: 'Stop telling me',
  busy: 'Please Wait',
  on: 'You will be told about new vacancies on this device.',
  off: 'A short message on this device for each new vacancy. We keep no name, only the address that your browser gives us for it.',
  refused: 'Our server did not take that. Please try again another day.',
  failed: 'That did not work. Check your connection and try again.',
  denied:
    'Messages from this site are blocked in your browser. To turn them on, open the settings of this site (beside the address, or "Site settings" in the menu), allow notifications, and load this page again.',
  install:
    'On this phone only the installed app can tell you. Press Share, then "Add to Home Screen", and open it there.',
  never: 'This browser cannot tell you about new vacancies.',
  otherWays: 'You can also follow',
  feed: 'our feed of vacancies',
  or: 'or',
  newsletter: 'our newsletter',
} as const;
