export const notFound = {
  text: 'The Page you are looking for might be removed had its name change or temporarily unavailable',
  button: 'Go to Homepage',
  elsewhere: 'Or try one of these',
  links: [
    { page: 'mediaRoom', label: 'Press releases and blog' },
    { page: 'career', label: 'Open vacancies' },
    { page: 'contact', label: 'Phone, email and office' },
  ],
} as const;
