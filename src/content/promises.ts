export const sample = 'answer times, monthly Friday';

/** Used wherever we promise something, so that the words are the same. */
export const promises = {
  application: 'ten working days',
  applicationDays: 10,
  email: 'one working day',
  friday: 'the first Friday of the month',
} as const;
