import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

import { type Config, connectCommand, StartError } from '../config.ts';
import { openStore, placeOf, type Store, type Work } from '../db/open-store.ts';
import { Refusal } from '../domain/refusal.ts';

/** What a command did, in words and as data. */
type Outcome = { text: string; data: unknown };
type Values = Record<string, string | boolean | undefined>;

export type Command = {
  /** What follows the name: a word in brackets may be left out. */
  words: string;
  summary: string;
  options?: ParseArgsOptionsConfig;
  run(words: string[], config: Config, values: Values): Promise<Outcome>;
};

export function usageOf(name: string, { words, options = {} }: Command): string {
  const flags = Object.entries(options).map(
    ([option, { type }]) => `[--${option}${type === 'string' ? ` ${option.toUpperCase()}` : ''}]`,
  );
  return [name, ...flags, words].filter(Boolean).join(' ');
}

/** Gives what is printed. */
export async function runCommand(name: string, command: Command, args: string[], config: Config) {
  const usage = `Usage: ${connectCommand()} ${usageOf(name, command)}`;
  const { values, positionals } = parse(command, args, usage);
  const words = command.words.split(' ').filter(Boolean);
  const needed = words.filter((word) => !word.startsWith('['));
  if (positionals.length < needed.length || positionals.length > words.length) throw new Refusal(400, usage);
  const { json, ...rest } = values;
  const { text, data } = await command.run(positionals, config, rest as Values);
  return json ? JSON.stringify(data, null, 2) : text;
}

function parse({ options }: Command, args: string[], usage: string) {
  try {
    return parseArgs({ args, options: { ...options, json: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ', 1).join() : String(error);
    throw new Refusal(400, `${reason}.\n${usage}`);
  }
}

/** Runs `work` on the store, which is made only where `mayCreate` and a setting says where. */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  mayCreate = false,
): Promise<T> {
  refuseForProvider(config);
  const store = await openStore(config, { mayCreate: mayCreate && config.isStoreNamed });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs `work` in a transaction that leaves nothing of what it deletes in the log. */
export function change<T>(config: Config, work: Work<T>, mayCreate = false): Promise<T> {
  return withStore(config, (store) => store.erase(work), mayCreate);
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

/** What a list prints: the names of its columns, and a line for each row, with tabs between the cells. */
export function listOf(rows: object[]): Outcome {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => printable(String(cell ?? '')).trim()).join('\t'));
  return { data: rows, text: rows.length === 0 ? 'None.' : text.join('\n') };
}

/** On one line, without characters that steer a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
