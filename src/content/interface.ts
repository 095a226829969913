/** Words of the shell: what the site says about itself, on any page. */
export const shell = {
  offline: 'You are offline',
  offlineHint: 'What is saved here can still be read.',
  savedCopy: 'Saved copy',
  checkAgain: 'Check again',
  dismiss: 'Dismiss',
  showPicture: 'Show picture',
  retry: 'Try again',
} as const;
