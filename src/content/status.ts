/** Words about updates, offline use, installation and outbox; loaded after the page. */
export const updateWords = {
  available: 'New version available',
  hint: 'What you have typed is kept.',
  update: 'Update',
  takingOver: 'Please Wait',
} as const;

/** By what is kept of the site. */
export const keptWords = {
  site: 'Ready to work offline',
  page: 'What you open here can be read offline',
  saving: 'Please Wait',
  saveSite: 'Save the whole site',
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
  attention: 'needs your attention',
  intro:
    'These are saved in this browser. Each is sent by itself when you are back online, unless it says otherwise, and leaves this list once it has arrived. Open this site here again within a few days, so that the browser keeps them; a private window loses them when it is closed.',
  empty: 'Nothing is waiting.',
  application: 'Application',
  subscription: 'Newsletter subscription',
  since: 'Waiting since',
  sendNow: 'Send now',
  edit: 'Edit',
  delete: 'Delete',
  copy: 'Copy',
  copied: 'Copied.',
  copyThis: 'Copy this text:',
  mail: 'Send by email',
  sending: 'Please Wait',
  failed: 'That did not work:',
  saveAndSend: 'Save and send',
  fields: {
    name: 'Name',
    email: 'Email',
    mobile: 'Mobile',
    description: 'Description',
    profile: 'Profile link',
  },
  otherWays: 'You can also reach us by phone or email:',
} as const;
