/** Texts of notifications on a visitor's device, and of the switch that turns them on. */

export const newVacancy = (name: string) => `New vacancy: ${name}`;
export const closes = (time: string) => `Closes ${time}.`;
/** A lock screen shows only this: no vacancy, name or decision. */
export const newsTitle = 'News about your application';
/** Shown if a push message cannot be read. */
export const unknown = 'There is something new on our site';

export const switchWords = {
  label: 'Notify me on this device',
  what: 'For each new vacancy, and when we reply to an application sent from here. The notification says only that there is news. We store the address that your browser gives us for this, and no name.',
  notAllowed: 'Your browser has not allowed notifications. Press again to be asked again.',
  offline: 'This needs a connection. Please try again when you are online.',
  service: 'Our server did not confirm it. Please try again later.',
  push: 'Your browser could not set it up. It may work later or on another network.',
  failed: 'That did not work: this browser may not allow our site to store anything.',
  notEnded:
    'Your browser has not turned them off. Open the site settings (next to the address, or in the menu) and block notifications there.',
  denied:
    'Your browser is blocking notifications from this site. Open the site settings (next to the address, or in the menu) and allow notifications.',
  install:
    'On this device, only the installed app can notify you. In Safari, press Share, then "Add to Home Screen", then open the app from there.',
  never: 'This browser does not support notifications.',
  otherWays: 'You can also follow',
  feed: 'our vacancy feed',
  or: 'or',
  newsletter: 'our newsletter',
} as const;
