import type { Problem } from '#src/contract/validation.ts';

type Details = {
  problems?: Problem[];
  /** In seconds. */
  retryAfter?: number;
  /** For the log only. */
  cause?: unknown;
};

/** The message is for the visitor or operator, `statusCode` as in HTTP. */
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
