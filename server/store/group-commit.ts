import { setImmediate } from 'node:timers/promises';

import type { ControlledTransaction, Kysely } from 'kysely';

import type { Store } from './open-store.ts';
import type { Tables } from './schema.ts';

type Job = {
  /** Runs in the shared transaction; what it gives back tells the caller, once the disk has it. */
  run(trx: ControlledTransaction<Tables>): Promise<() => void>;
  fail(error: unknown): void;
};

const largestGroup = 64;

/**
 * Writes that wait at the same moment share one transaction, and so one wait for the disk. Each has a
 * savepoint of its own: one that is refused leaves the others alone.
 */
export function groupCommit(db: Kysely<Tables>): Store['write'] {
  const waiting: Job[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      // Lets the requests that came in with this one join.
      await setImmediate();
      await commitTogether(db, waiting.splice(0, largestGroup));
    }
    isRunning = false;
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const run: Job['run'] = async (trx) => {
        const value = await work(trx);
        return () => resolve(value);
      };
      waiting.push({ run, fail: reject });
      if (!isRunning) void runAll();
    });
}

/** Never throws: every job learns by itself how it went. */
async function commitTogether(db: Kysely<Tables>, jobs: Job[]): Promise<void> {
  try {
    const trx = await db.startTransaction().execute();
    try {
      const outcomes = [];
      for (const job of jobs) outcomes.push(await runInSavepoint(trx, job));
      await trx.commit().execute();
      for (const tell of outcomes) tell();
    } catch (error) {
      // Where the disk is full, SQLite has rolled back by itself, and a second time fails.
      if (!trx.isCommitted)
        await trx
          .rollback()
          .execute()
          .catch(() => undefined);
      throw error;
    }
  } catch (error) {
    for (const { fail } of jobs) fail(error);
  }
}

async function runInSavepoint(trx: ControlledTransaction<Tables>, job: Job): Promise<() => void> {
  const own = await trx.savepoint('job').execute();
  try {
    const tell = await job.run(own);
    await own.releaseSavepoint('job').execute();
    return tell;
  } catch (error) {
    try {
      await own.rollbackToSavepoint('job').execute();
    } catch {
      // With the savepoint the whole transaction is gone, and `error` says why.
      throw error;
    }
    return () => job.fail(error);
  }
}
