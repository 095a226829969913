/** Words of the page "Saved on this phone". */
export const saved = {
  reading: 'Looking at what is saved here…',
  failed: 'This page could not be loaded whole.',
  withoutScript: 'Your browser runs no scripts, so this site keeps nothing on this phone.',
  waiting: {
    heading: 'Not sent yet',
    empty: 'Nothing is waiting to be sent from here.',
    text: 'These are sent by themselves when you are back online. The Outbox below sends them now, or deletes them.',
  },
  alerts: { heading: 'Alerts' },
  delete: {
    heading: 'Delete it',
    text: 'This is deleted, on this phone alone:',
    nothing: 'Nothing is saved here.',
    unread: 'cannot be read here',
    button: 'Delete everything saved here',
  },
  kinds: {
    waiting: 'Requests in the Outbox that have not been sent',
    alerts: 'Alerts for new vacancies, and the address that our server has for them',
    drafts: 'Half-typed applications',
  },
} as const;
