import type { Problem } from '#src/contract/validation.ts';

type Details = {
  problems?: Problem[];
  /** In seconds. */
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
};

/** What was asked for cannot be done; the message is for whoever asked, `statusCode` as in HTTP. */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly problems: Problem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(statusCode: number, message: string, more: Details = {}) {
    super(message, { cause: more.cause });
    this.statusCode = statusCode;
    this.problems = more.problems ?? [];
    this.retryAfterSeconds = more.retryAfter;
  }
}
