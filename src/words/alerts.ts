/** Texts of notifications on a visitor's device, and of the switches that turn them on. */

export const newVacancy = (name: string) => `New vacancy: ${name}`;
export const closes = (time: string) => `Closes ${time}.`;
/** A lock screen shows only this: no vacancy, name or decision. */
export const newsTitle = 'News about your application';
/** Shown if a push message cannot be read. */
export const unknown = 'There is something new on our site';

/** Shown by every switch that cannot do what it says. */
export const switchWords = {
  failed: 'That did not work: this browser may not allow our site to store anything.',
  notAllowed: 'Your browser has not allowed notifications. Press again to be asked again.',
  starting: 'This is not on yet: our server has to confirm it.',
  offline: 'This is not on yet. It will be as soon as you open this site online.',
  service:
    'This is not on yet: our server did not confirm it. We will ask again when you next open this site.',
  push: 'This is not on yet: your browser could not set it up. It may work later or on another network, and we will try again when you next open this site.',
  ending:
    'This will be off as soon as you open this site online. Until then you may still get notifications.',
  refused:
    'This is not on: our server does not accept it. The application may have been deleted, or ten devices may follow it already.',
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
  otherWays: 'You can check its status at any time with your link to this application.',
} as const;
