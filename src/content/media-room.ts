export const sample = 'one newsletter a month, and what it contains';

export const mediaRoom = {
  overview: {
    featured: 'Featured',
    all: 'See all',
  },
  list: {
    descriptions: {
      press: 'Announcements from HERO Control System: products, customers, awards and courses, newest first.',
      blog: 'Our engineers on circuit boards, firmware, water, fleets and schools, newest first.',
    },
    search: 'Search Article',
    searchButton: 'Search',
    older: 'Older articles',
    newer: 'Newer articles',
    end: 'There are no older articles.',
    empty: 'Nothing has been published here yet.',
    noMatch: 'No article contains these words. Try fewer or different words, or browse the whole list.',
    clear: 'Show the whole list',
    searching: 'Searching …',
    searchOlder: 'Search older articles',
    unsaved: 'Older articles are not saved on this device.',
    olderFailed: 'Older articles could not be loaded.',
    pages: 'Pagination',
    searched: (count: number) => `Searched ${count === 1 ? '1 article' : `${count} articles`}.`,
    found: (count: number, term: string) =>
      `${count === 0 ? 'No article matches' : count === 1 ? '1 article matches' : `${count} articles match`} “${term}”.`,
  },
  article: {
    back: 'Media Center',
    breadcrumb: 'Breadcrumb',
    minutes: (count: number) => (count === 1 ? '1-minute read' : `${count}-minute read`),
    withoutText: 'This article has no text yet.',
    next: 'Read next',
    subscribe: 'Get our newsletter',
    failed: 'This article could not be loaded. Check your connection and try again.',
    neverLoaded: 'This article is not saved on this device. It will appear when you are back online.',
  },
  state: {
    failed: 'The articles could not be loaded. Check your connection and try again.',
    neverLoaded: 'These articles are not saved on this device. They will appear when you are back online.',
  },
  newsletter: {
    heading: 'Newsletter',
    text: 'One email a month about new products, customer results and vacancies. No advertising, and every email has an unsubscribe link.',
    submit: 'Subscribe',
    privacy: 'What we store and for how long',
  },
} as const;
