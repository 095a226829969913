/** Days for which data is stored. Read by the privacy page and by everything that deletes data. */
export const retentionDays = {
  /** At most; also for enquiries. The default and the maximum of the server's RETENTION_DAYS. */
  application: 365,
  /** The server's hash of an Idempotency-Key. A request repeated later is stored again. */
  requestKey: 90,
  /** Text typed into a form on the device. */
  draft: 30,
  /** A file of which nothing more arrived. */
  unfinishedFile: 22,
  /** An unconfirmed subscription, counted from the email that asks for confirmation. */
  unconfirmed: 7,
} as const;
