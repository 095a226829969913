import type { PageName } from '#src/paths.ts';

export const notFound: {
  text: string;
  button: string;
  elsewhere: string;
  links: { page: PageName; label: string }[];
} = {
  text: 'The Page you are looking for might be removed had its name change or temporarily unavailable',
  button: 'Go to Homepage',
  elsewhere: 'Or go on from here',
  links: [
    { page: 'mediaRoom', label: 'Press releases and blog' },
    { page: 'career', label: 'Open vacancies' },
    { page: 'contact', label: 'Phone, mail and office' },
  ],
};
