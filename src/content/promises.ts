export const sample = 'answer times, monthly Friday';

/** What we promise, in the same words wherever we promise it. */
export const promises = {
  application: 'ten working days',
  applicationDays: 10,
  email: 'one working day',
  friday: 'the first Friday of the month',
} as const;
