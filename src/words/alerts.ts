/** Texts for notifications on a visitor's device, and for the switches that turn them on. */

export const newVacancy = (name: string) => `New vacancy: ${name}`;
export const closes = (time: string) => `Closes ${time}.`;
/** Must not contain a vacancy, name or decision, because lock screens show it. */
export const newsTitle = 'News about your application';
/** Shown if a push message cannot be read. */
export const unknown = 'There is something new on our site';

/** Shown by every switch that fails or cannot be used. */
export const switchWords = {
  failed: 'That did not work. Please try again in a few minutes.',
  denied:
    'Notifications from this site are blocked in your browser. Open the site settings (next to the address, or in the menu), allow notifications and reload this page.',
  install:
    'On this device only the installed app can notify you. In Safari, press Share, then "Add to Home Screen", then open the app from there.',
  never: 'This browser does not support notifications.',
} as const;

export const alertWords = {
  heading: 'Get alerts for new vacancies',
  turnOn: 'Tell me about new vacancies',
  turnOff: 'Turn off alerts',
  on: 'You will be notified of new vacancies on this device.',
  off: 'Get a notification on this device for each new vacancy. We do not store your name, only a notification address from your browser.',
  otherWays: 'You can also follow',
  feed: 'our vacancy feed',
  or: 'or',
  newsletter: 'our newsletter',
} as const;

export const newsWords = {
  heading: 'Get a notification about this application',
  turnOn: 'Tell me when there is news',
  turnOff: 'Turn off this notification',
  on: 'You will get a notification on this device when we answer you, shortlist you or close your application.',
  off: 'Get a notification on this device when we answer you, shortlist you or close your application. It says only that there is news: no name, no vacancy and no decision.',
  otherWays: 'Your link to this application shows its status at any time.',
} as const;
