/** Texts shared by all pages. */
export const shell = {
  skip: 'Skip to content',
  main: 'Main',
  menu: 'Menu',
  inside: 'Inside HCS',
  close: 'Close',
  readMore: 'Read More',
  /** Completes a link for screen readers. */
  about: (subject: string) => ` about ${subject}`,
  newTab: ' (opens in a new tab)',
  loading: 'Loading',
  themes: {
    auto: 'Colours: as the system. Change to light',
    light: 'Colours: light. Change to dark',
    dark: 'Colours: dark. Change to the system’s',
  },
  notShown: 'This page could not be shown',
  notShownHint: 'Try again; if that does not help, begin at',
  home: 'Home',
  offline: 'You are offline',
  offlineHint: 'You can still read saved pages.',
  savedCopy: 'Saved copy',
  checkAgain: 'Check again',
  dismiss: 'Dismiss',
  retry: 'Try again',
} as const;
