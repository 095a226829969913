import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { root } from '../root.ts';
import { Refusal } from './refusal.ts';

/** Limits for reading one file of a stranger. */
const longestMs = 20_000;
const mostMemoryMb = 512;
const mostWorkers = 2;

const reader = import.meta.filename.endsWith('.ts')
  ? join(root, 'server/file-reader.ts')
  : join(root, 'dist-server/server/file-reader.js');

export type ToWorker = { task: string; input: unknown };

/** `ready`: its modules are loaded, and it waits for what to read. */
export type FromWorker =
  | 'ready'
  | { value: unknown }
  | { statusCode: number; message: string }
  | { error: unknown };

const tooMuch = 'This file takes too long to read, or too much memory. Split it in two.';

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a task of `file-reader.ts` in a process of its own, so that nobody waits for a file that takes long. A thread that
 * runs out of memory can end the whole server.
 */
export async function readInWorker<T>(task: string, input: unknown, memoryMb = mostMemoryMb): Promise<T> {
  if (running >= mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    const value = (await runTask(task, input, memoryMb)) as T;
    // A long answer has just taken its time; others go first.
    await setImmediate();
    return value;
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function runTask(task: string, input: unknown, memoryMb: number): Promise<unknown> {
  const worker = fork(reader, {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = (cause?: unknown) => reject(new Refusal(422, tooMuch, { cause }));
      worker.on('message', (message: FromWorker) => {
        if (message === 'ready') {
          timer = setTimeout(giveUp, longestMs);
          worker.send({ task, input } satisfies ToWorker, (error) => error && reject(error));
        } else if ('value' in message) resolve(message.value);
        else if ('error' in message) reject(message.error);
        else reject(new Refusal(message.statusCode, message.message));
      });
      worker.on('error', reject);
      worker.on('exit', (_, signal) => {
        const ended = new Error(`The process that read a file (${task}) ended early.`);
        // Node ends like this when it is out of memory.
        if (signal === 'SIGABRT') giveUp(ended);
        else reject(ended);
      });
    });
  } finally {
    clearTimeout(timer);
    worker.kill('SIGKILL');
  }
}
