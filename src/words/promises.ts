/** Used wherever we promise something, so that the words never differ. */

export const sample = 'reply times, the first Friday of the month';

export const application = 'ten working days';
export const applicationDays = 10;
export const email = 'one working day';
export const emailDays = 1;
export const friday = 'the first Friday of the month';
