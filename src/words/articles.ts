/** Titles of the lists and feeds of articles. */
export const mediaListTitles = { press: 'Press Releases', blog: 'Blog' } as const;
/** An article without a title. */
export const untitled = 'Untitled';

// Added to the HTML of articles and vacancies.
export const newTab = ' (opens another site in a new tab)';
export const table = 'Table';
