/** Words of the shell: what the site says about itself, on any page. */
export const shell = {
  offline: 'You are offline',
  offlineHint: 'What you have opened before can still be read.',
  online: 'You are back online',
  readyOffline: 'Ready to work offline',
  savedCopy: 'Saved copy',
  dismiss: 'Dismiss',
  retry: 'Try again',
  theme: { label: 'Colours', light: 'Light', dark: 'Dark', system: 'As the device' },
} as const;

export const updateWords = {
  available: 'New version available',
  hint: 'What you have typed is kept.',
  update: 'Update',
} as const;

export const installWords = {
  button: 'Install app',
  iosHint: 'To install: press Share, then "Add to Home Screen".',
  firefoxHint: 'To install: open the browser menu, then "Add app to Home screen".',
  dismiss: 'Not now',
} as const;

export const outboxWords = {
  name: 'Outbox',
  waiting: 'waiting',
  intro:
    'These wait on this device. They are sent by themselves when you are back online, and deleted here once they have arrived.',
  empty: 'Nothing is waiting. Everything has been sent.',
  application: 'Application',
  subscription: 'Newsletter subscription',
  since: 'Waiting since',
  objected: 'Our service objected:',
  sendNow: 'Send now',
  edit: 'Edit',
  delete: 'Delete',
  close: 'Close',
  sending: 'Please Wait',
  receipt: 'Sent while you were away:',
  notKept:
    'This device does not let us save what you send. Keep this page open until it is sent, or reach us another way.',
  otherWays: 'You can also reach us by phone or mail:',
} as const;
