/** How long data is stored, in days. The privacy page states these periods, and all code that deletes data reads them. */
export const retentionDays = {
  /** Also for enquiries. Default for the server's RETENTION_DAYS. */
  application: 365,
  /** The server's hash of an Idempotency-Key. A request repeated later is stored again. */
  requestKey: 90,
  /** Text typed into a form, on the device. */
  draft: 30,
  /** An unconfirmed subscription's address, after the confirmation email. */
  unconfirmed: 7,
} as const;
