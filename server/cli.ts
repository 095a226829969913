import { resolve } from 'node:path';

import { nameOfStore } from './commands/command.ts';
import { helpOn, runLine } from './commands/command-line.ts';
import { codeOf, connectCommand, readConfig, StartError } from './config.ts';
import { Refusal } from './domain/refusal.ts';
import { builtSiteUrl, serverBundle } from './web/server-bundle.ts';

async function main(given: string[]): Promise<void> {
  const words = readEnvFile(given);
  const isHelp = (word: string) => ['help', '--help', '-h'].includes(word);
  if (words.length === 0 || words.some(isHelp))
    return console.log(helpOn(words.find((word) => !isHelp(word))));
  const config = readConfig(process.env, builtSiteUrl(serverBundle));
  // Use stderr: stdout may be redirected to a file.
  console.error(`Store: ${nameOfStore(config)}`);
  console.log(await runLine(config, ...words));
}

/** Removes `--env-file FILE` from the arguments. The environment takes precedence, as in Node. */
function readEnvFile(given: string[]): string[] {
  const index = given.findIndex((word) => /^--env-file(?:=|$)/.test(word));
  if (index === -1) return given;
  const [, value] = given[index]?.split('=', 2) ?? [];
  const file = value ?? given[index + 1] ?? '';
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new Refusal(400, `--env-file: ${file || 'the file'} cannot be read (${codeOf(error)}).`);
  }
  process.env.CONNECT_COMMAND ??= `${connectCommand()} --env-file=${resolve(file)}`;
  return given.toSpliced(index, value === undefined ? 2 : 1);
}

// Stores and backups hold personal data: only their owner may read them.
process.umask(0o077);
main(process.argv.slice(2)).catch((error: unknown) => {
  const isPlain = error instanceof Refusal || error instanceof StartError || 'syscall' in Object(error);
  console.error(isPlain && error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Refusal ? 2 : 1;
});
