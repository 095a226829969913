/** Alerts on a visitor's device. */
export const notificationWords = {
  newVacancy: (name: string) => `New vacancy: ${name}`,
  closes: (time: string) => `Closes ${time}.`,
  /** Instead of a message that cannot be read. */
  unknown: 'There is something new on our site',
} as const;
