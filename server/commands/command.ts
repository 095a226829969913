import { existsSync } from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

import { type Config, connectCommand, StartError } from '../config.ts';
import { openStore, placeOf, type Store, type Work } from '../db/open-store.ts';
import { Refusal } from '../domain/refusal.ts';

type Outcome = { text: string; data: unknown };
type Values = Record<string, string | boolean | undefined>;

export type Command = {
  /** Arguments; those in brackets are optional. */
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

/** Creates no store unless `mayCreate` and a setting names its place. */
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

export function change<T>(config: Config, work: Work<T>, mayCreate = false): Promise<T> {
  return withStore(config, (store) => store.erase(work), mayCreate);
}

export function refuseForProvider({ upstream }: Config): void {
  if (upstream !== null)
    throw new StartError(
      'CONNECT_UPSTREAM: the provider keeps what the site shows and gets; without this setting the command works on the store here.',
    );
}

export function nameOfStore(config: Config): string {
  const isThere = config.databaseUrl !== null || existsSync(placeOf(config));
  return isThere ? placeOf(config) : `${placeOf(config)} (not there yet)`;
}

/** Lines of cells with tabs between them. */
export function listOf(rows: object[]): Outcome {
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  const text = lines.map((cells) => cells.map((cell) => printable(String(cell ?? '')).trim()).join('\t'));
  return { data: rows, text: rows.length === 0 ? 'None.' : text.join('\n') };
}

/** On one line, without a terminal's control characters. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
