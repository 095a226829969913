/** Shown after a form was sent without JavaScript. */
export const thanks = {
  text: 'It has arrived. There is nothing else you need to do.',
  application: 'If you applied for a job: we answer every application within ten working days.',
  newsletter: 'If you subscribed, check your email: the link in it puts you on the list.',
  home: 'Go to Homepage',
  mediaRoom: 'Open the media center',
} as const;
