import { existsSync } from 'node:fs';
import { type ParseArgsConfig, parseArgs } from 'node:util';

import { type Config, connectCommand, StartError } from '../config.ts';
import { readMoment } from '../lusaka-time.ts';
import { openStore, placeOf, type Store } from '../store/open-store.ts';
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

type Access = {
  /** For commands that put something in: where a setting says where, the store may be a new one. */
  isNewAllowed?: boolean;
  /** For commands that make sense where a provider keeps the content. */
  isForOldStore?: boolean;
};

export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  { isNewAllowed = false, isForOldStore = false }: Access = {},
): Promise<T> {
  if (!isForOldStore) refuseForProvider(config);
  const store = await openStore(config, { isNewAllowed: isNewAllowed && config.isStoreNamed });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export function refuseForProvider({ upstream }: Config): void {
  if (upstream !== null)
    throw new StartError(
      'CONNECT_UPSTREAM: the provider keeps what the site shows and gets; without this setting the command works on the store here.',
    );
}

/** Which store a command works on. */
export function nameOfStore(config: Config): string {
  const isThere = config.databaseUrl !== null || existsSync(placeOf(config));
  return isThere ? placeOf(config) : `${placeOf(config)} (not there yet)`;
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
