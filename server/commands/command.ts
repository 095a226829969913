import { parseArgs } from 'node:util';

import type { Config } from '../config.ts';
import { openStore, type Store } from '../store/open-store.ts';
import type { RowFormat } from './print-rows.ts';

/** A sentence for the person at the command line; no stack trace belongs to it. */
export class UsageError extends Error {}

export type Command = {
  /** What follows `npm run connect --`. */
  usage: string;
  summary: string;
  /** Gives what is printed. */
  run(args: string[], config: Config): Promise<string>;
};

export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Exactly `names.length` words; options only where a command declares its own. */
export function words(args: string[], usage: string, names: string[]): string[] {
  const { positionals } = parseOrExplain(() => parseArgs({ args, allowPositionals: true }), usage);
  if (positionals.length !== names.length) throw new UsageError(`Usage: npm run connect -- ${usage}`);
  return positionals;
}

export function rowFormat(args: string[], usage: string): RowFormat {
  const options = { csv: { type: 'boolean' }, json: { type: 'boolean' } } as const;
  const { values } = parseOrExplain(() => parseArgs({ args, options }), usage);
  if (values.csv && values.json) throw new UsageError('Please choose one of --csv and --json.');
  return values.csv ? 'csv' : values.json ? 'json' : 'table';
}

export function parseOrExplain<T>(parse: () => T, usage: string): T {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ', 1).join() : String(error);
    throw new UsageError(`${reason}.\nUsage: npm run connect -- ${usage}`);
  }
}
