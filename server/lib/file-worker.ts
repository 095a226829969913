import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { root } from '../root.ts';
import { Refusal } from './refusal.ts';

/** Limits for reading one file of a stranger. */
const longestMs = 20_000;
const mostMemoryMb = 512;
const mostWorkers = 2;

const reader = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/file-reader.ts')
  : join(root, 'dist-server/server/file-reader.js');

/** `ready`: its modules are loaded, and reading begins. */
export type FromWorker = 'ready' | { value: unknown } | { statusCode: number; message: string };

const tooMuch = 'This file takes too long to read, or too much memory. Split it in two.';

let running = 0;
const waiting: (() => void)[] = [];

/** Runs a task of `file-reader.ts` in a thread of its own, so that nobody waits for a file that takes long. */
export async function readInWorker<T>(task: string, input: unknown, ms = longestMs): Promise<T> {
  if (running >= mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return (await runTask(task, input, ms)) as T;
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function runTask(task: string, input: unknown, ms: number): Promise<unknown> {
  const resourceLimits = { maxOldGenerationSizeMb: mostMemoryMb };
  const worker = new Worker(reader, { workerData: { task, input }, resourceLimits });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = (cause?: unknown) => reject(new Refusal(422, tooMuch, { cause }));
      worker.on('message', (message: FromWorker) => {
        if (message === 'ready') timer = setTimeout(giveUp, ms);
        else if ('value' in message) resolve(message.value);
        else reject(new Refusal(message.statusCode, message.message));
      });
      worker.on('error', (error) =>
        Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY' ? giveUp(error) : reject(error),
      );
      worker.on('exit', () => reject(new Error(`The thread that read a file (${task}) ended early.`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
