/** Texts added to the HTML of articles and vacancies. */

export const newTab = ' (opens another site in a new tab)';
export const table = 'Table';
