/** Texts shared by all pages. */

export const skip = 'Skip to content';
export const main = 'Main';
export const menu = 'Menu';
export const inside = 'Inside HCS';
export const close = 'Close';
export const readMore = 'Read More';
/** Completes a link's text for screen readers. */
export const about = (subject: string) => ` about ${subject}`;
export const source = 'Source';
export const newTab = ' (opens in a new tab)';
export const loading = 'Loading…';
export const notShown = 'This page could not be shown';
export const notLoaded = 'A part of this page could not be loaded.';
export const notShownHint = 'Try again. If that does not help, go to';
export const home = 'Home';
/** The end of a page. */
export const closing = {
  heading: 'Tell us what you need',
  lead: 'Ask for a quote, or call or message our engineers in Lusaka.',
} as const;
export const offline = 'You are offline';
export const savedCopy = 'Saved copy';
export const checkAgain = 'Check again';
export const dismiss = 'Dismiss';
export const retry = 'Try again';
export const busy = 'Please Wait';
