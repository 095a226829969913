/** Where a form that was sent without JavaScript arrives. */
export const thanks = {
  text: 'A person reads it, and you hear from us within ten working days. There is nothing else that you need to do.',
  meanwhile: 'Until then: what we have been building lately is in the media center.',
  home: 'Go to Homepage',
  mediaRoom: 'Open the media center',
} as const;
