/** Texts shared by all pages. */
export const shell = {
  offline: 'You are offline',
  offlineHint: 'You can still read saved pages.',
  savedCopy: 'Saved copy',
  checkAgain: 'Check again',
  dismiss: 'Dismiss',
  retry: 'Try again',
  busy: 'Please Wait',
} as const;
