/** Shown after a form was sent without JavaScript. */
export const thanks = {
  text: 'It has arrived. There is nothing else you need to do.',
  application: 'If you applied for a job: we answer every application within ten working days.',
  newsletter: 'If you subscribed: the next newsletter goes out on the first Friday of the month.',
  home: 'Go to Homepage',
  mediaRoom: 'Open the media center',
} as const;
