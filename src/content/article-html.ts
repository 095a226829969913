/** Added to the HTML of articles and vacancies. */
export const articleHtmlWords = {
  newTab: ' (opens another site in a new tab)',
  table: 'Table',
} as const;
