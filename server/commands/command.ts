import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

import { type Config, connectCommand, StartError } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';
// Registers the kinds of messages.
import '../mail-kinds.ts';
import { openStore, placeOf, type Store, type Work } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';

export type Outcome = { text: string; data: unknown };
type Values = Record<string, string | boolean | undefined>;

export type Command = {
  /** Argument names, optional ones in brackets; if they end with `…`, the last one can be repeated. */
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

export async function runCommand(name: string, command: Command, args: string[], config: Config) {
  const usage = `Usage: ${connectCommand()} ${usageOf(name, command)}`;
  const { values, positionals } = parse(command, args, usage);
  const needed = command.words.replace(/\[.*/, '').match(/\w\S*/g)?.length ?? 0;
  const isList = /…\]?$/.test(command.words);
  if (positionals.length < needed || (positionals.length > needed && !isList)) throw new Refusal(400, usage);
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

/** Creates no store. */
export async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  use: 'change' | 'read' = 'change',
): Promise<T> {
  refuseForProvider(config);
  const store = await openStore(config, { use });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Also from a disk that cannot be written. */
export function read<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  return withStore(config, ({ db }) => work(db), 'read');
}

export function change<T>(config: Config, work: Work<T>): Promise<T> {
  return withStore(config, (store) => store.erase(work));
}

export function refuseForProvider({ upstream }: Config): void {
  if (upstream !== null)
    throw new StartError(
      'CONNECT_UPSTREAM: the provider stores the data. To use a local store instead, unset this setting.',
    );
}

export function nameOfStore(config: Config): string {
  const isThere = config.databaseUrl !== null || existsSync(placeOf(config));
  return isThere ? placeOf(config) : `${placeOf(config)} (does not exist yet)`;
}

export async function listOf(slices: AsyncIterable<object[]> | object[][]): Promise<Outcome> {
  const rows = (await Array.fromAsync(slices)).flat();
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => printable(String(cell ?? '')).trim()).join('\t'));
  return { data: rows, text: rows.length === 0 ? 'None.' : text.join('\n') };
}

/** Replaces control characters, which could break the line or the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
