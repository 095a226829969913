/** Shared, so that a promise has the same wording everywhere. */

export const sample = 'answer times, the first Friday of the month';

export const application = 'ten working days';
export const applicationDays = 10;
export const email = 'one working day';
export const friday = 'the first Friday of the month';
