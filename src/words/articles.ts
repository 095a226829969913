/** Titles of the article lists and feeds. */
export const mediaListTitles = { press: 'Press Releases', blog: 'Blog' } as const;
/** Descriptions of the feeds. */
export const feedDescriptions = {
  press: 'Press releases from HERO Control System in Lusaka, newest first.',
  blog: 'Blog posts by the engineers of HERO Control System in Lusaka, newest first.',
} as const;
/** Shown for an article without a title. */
export const untitled = 'Untitled';

// Added to the HTML of articles and vacancies.
export const newTab = ' (opens another site in a new tab)';
export const table = 'Table';
