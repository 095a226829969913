/** Texts of notifications on a visitor's device, and of the switches that turn them on. */

export const newVacancy = (name: string) => `New vacancy: ${name}`;
export const closes = (time: string) => `Closes ${time}.`;
/** A lock screen shows only this: no vacancy, name or decision. */
export const newsTitle = 'News about your application';
/** Shown if a push message cannot be read. */
export const unknown = 'There is something new on our site';

/** Shown by every switch that cannot do what it says. */
export const switchWords = {
  failed: 'That did not work. Please try again in a few minutes.',
  denied:
    'Your browser is blocking notifications from this site. Open the site settings (next to the address, or in the menu), allow notifications and reload this page.',
  install:
    'On this device, only the installed app can notify you. In Safari, press Share, then "Add to Home Screen", then open the app from there.',
  never: 'This browser does not support notifications.',
} as const;

export const alertWords = {
  heading: 'Get alerts for new vacancies',
  turnOn: 'Tell me about new vacancies',
  turnOff: 'Turn off alerts',
  on: 'You will get a notification on this device for each new vacancy.',
  off: 'Get a notification on this device for each new vacancy. We store no name, only the address your browser gives us for notifications.',
  otherWays: 'You can also follow',
  feed: 'our vacancy feed',
  or: 'or',
  newsletter: 'our newsletter',
} as const;

export const newsWords = {
  heading: 'Get notifications about this application',
  turnOn: 'Tell me when there is news',
  turnOff: 'Turn off these notifications',
  on: 'You will get a notification on this device when we reply to you, shortlist you or close your application.',
  off: 'Get a notification on this device when we reply to you, shortlist you or close your application. It says only that there is news. It shows no name, vacancy or decision.',
  otherWays: 'Your link to this application shows its status at any time.',
} as const;
