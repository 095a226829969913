import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import type { Config } from '../config.ts';
import { openStore, type Store, type StoreOptions } from '../store/open-store.ts';
import { asCsv, asTable, type Row } from './print-rows.ts';

/** A sentence for the person at the command line; no stack trace belongs to it. */
export class UsageError extends Error {}

export type Command = {
  name: string;
  /** Each way to call it, for the help. */
  ways: { usage: string; summary: string; details: string[] }[];
  /** Set where the store of the settings is not touched. */
  isStoreless?: boolean;
  /** Gives what is printed. */
  run(args: string[], config: Config): Promise<string>;
};

/** As Node's `parseArgs` takes them; `value` and `help` are for people. */
type Options = Record<string, { type: 'string' | 'boolean'; value?: string; help: string; isNeeded?: true }>;

const csv: Options = {
  csv: { type: 'boolean', help: 'for a spreadsheet, in which no text can act as a formula' },
};

type Arguments<O extends Options> = { args: string[]; options: O; allowPositionals: true };
type Call<O extends Options> = {
  values: ReturnType<typeof parseArgs<Arguments<O>>>['values'] & { json?: boolean; csv?: boolean };
  words: string[];
};

type Definition<O extends Options, Outcome> = {
  name: string;
  /** What has to follow; a word that ends in "?" may be left out. */
  words?: string[];
  options?: O;
  summary: string;
  details?: string[];
  isStoreless?: boolean;
  run(call: Call<O>, config: Config): Promise<Outcome>;
};

/** What a command did, in words and as data; a text alone is printed as it is. */
type Outcome = string | { text: string; data: object };

/** `inTable` are the columns that fit a screen; CSV has all of them. */
type Listing = { rows: Row[]; columns: string[]; inTable?: string[] };

export function command<O extends Options>(definition: Definition<O, Outcome>): Command {
  return commandOf(definition, {}, async (call, config) => {
    const outcome = await definition.run(call, config);
    if (typeof outcome === 'string') return outcome;
    return call.values.json ? JSON.stringify(outcome.data, null, 2) : outcome.text;
  });
}

/** A command that lists something. */
export function listing<O extends Options>(definition: Definition<O, Listing>): Command {
  return commandOf(definition, csv, async (call, config) => {
    const { values } = call;
    if (values.csv && values.json) throw new UsageError('Please choose one of --csv and --json.');
    const { rows, columns, inTable = columns } = await definition.run(call, config);
    if (values.json) return JSON.stringify(rows, null, 2);
    return values.csv ? asCsv(rows, columns) : asTable(rows, inTable);
  });
}

/** Commands under one name, told apart by their next word. */
export function group(name: string, commands: Command[]): Command {
  return {
    name,
    ways: commands.flatMap(({ ways }) => ways),
    async run([action, ...args], config) {
      const found = commands.find((one) => one.name === `${name} ${action}`);
      if (found === undefined) throw wrongCall(this.ways.map(({ usage }) => usage));
      return found.run(args, config);
    },
  };
}

function commandOf<O extends Options>(
  { name, words = [], options, summary, details = [], isStoreless }: Definition<O, unknown>,
  more: Options,
  print: (call: Call<O>, config: Config) => Promise<string>,
): Command {
  const all = { ...options, ...more };
  const usage = usageOf(name, all, words);
  const explained = Object.entries(all).map(([option, { value = '', help }]) =>
    `--${option} ${value}`.padEnd(16).concat(help),
  );
  return {
    name,
    ways: [{ usage, summary, details: [...details, ...explained] }],
    isStoreless,
    run: async (args, config) => print(parse(args, usage, words, all) as Call<O>, config),
  };
}

function usageOf(name: string, options: Options, words: string[]): string {
  const inBrackets = (text: string, isNeeded = false) => (isNeeded ? text : `[${text}]`);
  return [
    name,
    ...Object.entries(options).map(([option, { value, isNeeded }]) =>
      inBrackets(value === undefined ? `--${option}` : `--${option} ${value}`, isNeeded),
    ),
    ...words.map((word) => inBrackets(word.replace(/\?$/, ''), !word.endsWith('?'))),
  ].join(' ');
}

function parse(args: string[], usage: string, words: string[], options: Options) {
  const least = words.filter((word) => !word.endsWith('?')).length;
  const needed = Object.keys(options).filter((name) => options[name]?.isNeeded);
  const { values, positionals } = parseOrExplain(args, usage, options);
  if (positionals.length < least || positionals.length > words.length) throw wrongCall([usage]);
  if (needed.some((name) => !(name in values))) throw wrongCall([usage]);
  return { values, words: positionals };
}

function parseOrExplain(args: string[], usage: string, options: Options) {
  try {
    const all = { ...options, json: { type: 'boolean' } } as const;
    return parseArgs({ args, options: all, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ', 1).join() : String(error);
    throw new UsageError(`${reason}.\n${wrongCall([usage]).message}`);
  }
}

function wrongCall(usages: string[]): UsageError {
  return new UsageError(`Usage: ${usages.map((usage) => `npm run connect -- ${usage}`).join('\n       ')}`);
}

/** `isNewAllowed` is for commands that put something in; all others need a store that is there. */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  { isNewAllowed = false }: Pick<StoreOptions, 'isNewAllowed'> = {},
): Promise<T> {
  const store = await openStore(config, { isNewAllowed });
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
