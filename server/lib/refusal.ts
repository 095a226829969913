import type { Problem } from '#src/contract/validation.ts';

type Details = {
  problems?: Problem[];
  /** Seconds. */
  retryAfter?: number;
  /** Only logged. */
  cause?: unknown;
};

/** Its message is shown to the visitor or operator. */
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
