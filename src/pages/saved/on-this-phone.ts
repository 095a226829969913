import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { follow } from '#src/content/follow.ts';
import { saved } from '#src/content/saved.ts';
import type { TrafficTold } from '#src/contract/worker-messages.ts';
import type { Followed } from '#src/outbox/followed.ts';
import { bytesOfThisPage, readTraffic } from '#src/worker-bridge/traffic.ts';
import { type WorkerState, workerInCharge, workerState } from '#src/worker-bridge/worker-in-charge.ts';

import { type ReadableAnswers, type ReadableLink, readAnswers } from './kept-answers.ts';
import { keptKinds } from './kept-kinds.ts';
import { readPages, readSpace, type Space } from './kept-space.ts';
import { type HalfTyped, lengthOfTyped, readHalfTyped } from './typed.ts';

/** What is kept here, as the page shows it; `undefined`: the device does not say. Read at once, so that its sections move nothing. */
export type OnThisPhone = {
  /** Without a worker nothing can be read offline. */
  worker: WorkerState;
  pages: ReadableLink[] | undefined;
  answers: ReadableAnswers | undefined;
  space: Space | undefined;
  traffic: TrafficTold | undefined;
  /** What this page alone has taken. */
  bytesOfPage: number;
  /** In the order of the table. */
  counts: (number | undefined)[];
  followed: Followed[] | undefined;
  halfTyped: HalfTyped[] | undefined;
};

export type SavedSectionProps = {
  phone: OnThisPhone;
  /** Call it after a change of what is kept: all is read anew. */
  onChange: () => void;
};

/** All at once: what does not answer costs its own time limit alone. */
export async function readPhone(): Promise<OnThisPhone> {
  const worker = workerInCharge();
  const [pages, answers, space, traffic, followed, halfTyped, counts] = await Promise.all([
    quietly('Pages', readPages),
    quietly('Lists and articles', readAnswers),
    quietly('Space', async () => readSpace(await lengthOfTyped())),
    worker && quietly('Traffic', () => readTraffic(worker)),
    quietly(follow.list.heading, () => outboxEnvironment().followed.list()),
    quietly(saved.halfTyped.heading, readHalfTyped),
    Promise.all(keptKinds.map(({ count, name }) => quietly(name, count))),
  ]);
  return {
    // Firefox has one, and refuses it with all other storage.
    worker: pages === undefined ? 'none' : workerState(),
    pages,
    answers,
    space,
    traffic,
    bytesOfPage: bytesOfThisPage(),
    followed,
    halfTyped,
    counts,
  };
}

/** Where storage is refused the page says so, and shows the rest. */
async function quietly<T>(what: string, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    console.warn(`${what}: cannot be read here.`, error);
    return undefined;
  }
}
