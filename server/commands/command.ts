import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { type Config, connectCommand, StartError } from '../config.ts';
import { readMoment } from '../lusaka-time.ts';
import { openStore, placeOf, type Store } from '../store/open-store.ts';
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
  const calls = usages.map((usage) => `${connectCommand()} ${usage}`);
  return new UsageError(`Usage: ${calls.join('\n       ')}`);
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
