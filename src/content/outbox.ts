export const outboxWords = {
  name: 'Outbox',
  waiting: 'waiting',
  attention: 'needs your attention',
  intro:
    'These are saved on this device. Open this site again here within a few days. A private window deletes them when you close it.',
  empty: 'Nothing is waiting to be sent.',
  since: 'Waiting since',
  sendNow: 'Send now',
  edit: 'Edit',
  delete: 'Delete',
  copy: 'Copy',
  failed: 'That did not work:',
  otherWays: 'You can also reach us by phone or email:',
} as const;
