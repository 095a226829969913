import { parentPort, workerData } from 'node:worker_threads';

import type { FromWorker } from './lib/file-worker.ts';
import { Refusal } from './lib/refusal.ts';
import { mapTable, readTable } from './subscribers/subscriber-file.ts';
import { readWordText } from './word/word-text.ts';

/** Runs in a thread of its own: see `readInWorker`. */
const tasks: Record<string, (input: never) => unknown> = {
  table: readTable,
  map: mapTable,
  word: readWordText,
};

const tell = (message: FromWorker) => parentPort?.postMessage(message);
tell('ready');
try {
  tell({ value: await tasks[workerData.task]?.(workerData.input as never) });
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  tell({ statusCode: error.statusCode, message: error.message });
}
