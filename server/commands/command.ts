import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

import { type Config, connectCommand } from '../config.ts';
import { readMoment } from '../lusaka-time.ts';
import { openStore, type Store, type StoreOptions } from '../store/open-store.ts';
import type { RowFormat } from './print-rows.ts';

/** A sentence for the person at the command line; no stack trace belongs to it. */
export class UsageError extends Error {}

export type Command = {
  /** What follows the name of the command line, one line for each way to call it. */
  usage: string;
  summary: string;
  /** What `--help` adds: options and what they mean. */
  details?: string[];
  /** Set where the store of the settings is not touched. */
  isStoreless?: true;
  /** Gives what is printed. */
  run(args: string[], config: Config): Promise<string>;
};

/** `isNewAllowed` is for commands that put something in, where a setting says where; all others need a store that is there. */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  { isNewAllowed = false }: Pick<StoreOptions, 'isNewAllowed'> = {},
): Promise<T> {
  const store = await openStore(config, { isNewAllowed: isNewAllowed && config.isStoreNamed });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Which store a command works on, without its password. */
export function nameOfStore({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== null) {
    const { pathname, host } = new URL(databaseUrl);
    return `PostgreSQL database "${decodeURIComponent(pathname.slice(1))}" on ${host}`;
  }
  const file = join(dataDir, 'hcs.sqlite');
  return existsSync(file) ? file : `${file} (not there yet)`;
}

/** Every command can answer in JSON. */
export const asJson = { json: { type: 'boolean' } } as const;

/** The options and the words of a call; a name that ends in "?" may be left out. */
export function parsed<O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  usage: string,
  names: string[],
  options: O,
) {
  const { values, positionals } = parseOrExplain(
    () => parseArgs({ args, options, allowPositionals: true }),
    usage,
  );
  const needed = names.filter((name) => !name.endsWith('?')).length;
  if (positionals.length < needed || positionals.length > names.length) throw wrongCall(usage);
  return { values, words: positionals };
}

export function wrongCall(usage: string): UsageError {
  return new UsageError(
    `Usage: ${connectCommand()} ${usage.replaceAll('\n', `\n       ${connectCommand()} `)}`,
  );
}

/** The moment that an option or a line of the front matter names; null where there is none. */
export function momentOf(
  name: string,
  text: string | undefined,
  ofDay: (day: string) => Date,
): string | null {
  if (text === undefined) return null;
  const moment = readMoment(text, ofDay);
  if (moment !== null) return moment.toISOString();
  throw new UsageError(`${name}: "${text}" is not a date such as 2026-11-27 or 2026-11-27T17:00.`);
}

/** What a command did, in words or for a program. */
export function answered(isJson: boolean | undefined, text: string, data: object): string {
  return isJson ? JSON.stringify(data, null, 2) : text;
}

export const asRows = { ...asJson, csv: { type: 'boolean' } } as const;

export function rowFormat(values: { csv?: boolean; json?: boolean }): RowFormat {
  if (values.csv && values.json) throw new UsageError('Please choose one of --csv and --json.');
  return values.csv ? 'csv' : values.json ? 'json' : 'table';
}

function parseOrExplain<T>(parse: () => T, usage: string): T {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ', 1).join() : String(error);
    throw new UsageError(`${reason}.\n${wrongCall(usage).message}`);
  }
}
