/** Separate from `interface.ts`, because it is loaded after the page. */
export const updateWords = {
  available: 'New version available',
  hint: 'Anything you have typed will be kept.',
  unsaved: 'Copy what you have typed first: it could not be saved on this device.',
  update: 'Update',
} as const;

export const installWords = {
  button: 'Install app',
  offline: 'It also works without a connection.',
  iosHint: 'To install: in Safari, press Share, then "Add to Home Screen".',
  firefoxHint: 'To install: open the browser menu, then "Add app to Home screen".',
  dismiss: 'Not now',
} as const;
