/** Days for which data is stored: the privacy page states them, and whatever deletes the data reads them. */
export const retentionDays = {
  /** An enquiry's too. Default of the server's RETENTION_DAYS. */
  application: 365,
  /** The server's hash of an Idempotency-Key. A request repeated later is stored again. */
  requestKey: 90,
  /** What was typed into a form on the device. */
  draft: 30,
  /** An address whose subscription is not confirmed, after the email that asks. */
  unconfirmed: 7,
} as const;
