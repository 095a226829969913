/** Where a form that was sent without JavaScript arrives. */
export const thanks = {
  text: 'A person will read it, and you will hear from us within ten working days. There is nothing else you need to do.',
  meanwhile: 'In the meantime, see what we have been building lately.',
  home: 'Go to Homepage',
  mediaRoom: 'Open the media center',
} as const;
