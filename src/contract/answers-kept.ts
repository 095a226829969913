/** How long the server remembers an Idempotency-Key with its answer; a request repeated later is stored again. */
export const answersKeptDays = 90;
