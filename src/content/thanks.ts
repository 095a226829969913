/** Where a form that was sent without JavaScript arrives. */
export const thanks = {
  text: 'It has arrived. There is nothing else you need to do.',
  application: 'An application: a person will read it, and you will hear from us within ten working days.',
  newsletter: 'The newsletter: the next letter goes out on the first Friday of the month.',
  home: 'Go to Homepage',
  mediaRoom: 'Open the media center',
} as const;
