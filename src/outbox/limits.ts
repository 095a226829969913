/** Times in milliseconds. A test checks how they depend on each other and on the server's. */
import { firstPartMs, longestPartMs } from '#src/contract/attachments.ts';
import { retentionDays } from '#src/contract/retention.ts';

export const dayMs = 86_400_000;

export const postTimeoutMs = 30_000;
/** Of a request about alerts, and of each step of the browser's before it. */
export const alertTimeoutMs = 15_000;

/** Rejects a step that a browser may never end, such as one of its push service. */
export function inTime<T>(step: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('It took too long.')), limitMs);
    step.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** How long nobody else sends a record. */
export const leaseMs = 40_000;

/** Of each step of preparing a file. A file in a cloud may never be read, and a large photo never be drawn. */
export const longestStepMs = 60_000;
/** How long a text waits for a step before its page counts as ended. */
export const prepareLeaseMs = longestStepMs + 10_000;

/** Each try without an answer doubles the time of the next: `fetch` does not tell how much of a part has left. */
export function partTimeoutMs(attempts: number): number {
  return Math.min(firstPartMs * 2 ** (attempts - 1), longestPartMs);
}

export const partLeaseMs = (attempts: number) => partTimeoutMs(attempts) + 10_000;

/** A submission that gets a response sooner is not listed. */
export const listedAfterMs = 5_000;

export const firstPauseMs = 2_000;
export const maxPauseMs = { silent: 2 * 60_000, answered: 15 * 60_000 };

/** A quarter of `retentionDays.requestKey`, which leaves room for a clock that is two months slow. */
export const maxRetryAgeMs = 22 * dayMs;
export const maxDraftAgeMs = retentionDays.draft * dayMs;

/** A clock that showed an earlier time was wrong. */
export const buildDay: number = import.meta.env.BUILD_DAY;
