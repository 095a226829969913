import type { FromWorker, ToWorker } from './lib/file-worker.ts';
import { Refusal } from './lib/refusal.ts';
import { mapTable, readTable } from './subscribers/subscriber-file.ts';

/** Runs in a process of its own: see `readInWorker`. */
const tasks: Record<string, (input: never) => unknown> = {
  table: readTable,
  map: mapTable,
};

const tell = (message: FromWorker) => process.send?.(message);
process.once('message', async ({ task, input }: ToWorker) => {
  try {
    tell({ value: await tasks[task]?.(input as never) });
  } catch (error) {
    if (error instanceof Refusal) tell({ statusCode: error.statusCode, message: error.message });
    else tell({ error });
  }
});
tell('ready');
