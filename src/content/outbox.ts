export const outboxWords = {
  name: 'Outbox',
  waiting: 'waiting',
  attention: 'needs your attention',
  intro:
    'These are saved on this device. Open this site here again within a few days. If this is a private window, they will be deleted when you close it.',
  empty: 'Nothing is waiting to be sent.',
  delivered: 'What you wrote has arrived.',
  since: 'Waiting since',
  sending: 'Being sent.',
  preparing: 'Preparing the file.',
  sendNow: 'Send now',
  edit: 'Edit',
  delete: 'Delete',
  failed: 'That did not work:',
  otherWays: 'You can also reach us by phone or email:',
} as const;
