/** Texts of alerts on a visitor's device. */

export const newVacancy = (name: string) => `New vacancy: ${name}`;
export const closes = (time: string) => `Closes ${time}.`;
/** Shown if a push message cannot be read. */
export const unknown = 'There is something new on our site';
