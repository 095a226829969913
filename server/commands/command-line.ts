import { type Config, connectCommand } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';
import { applications, enquiries, forget, invite, mailTest, person } from './about-people.ts';
import { type Command, runCommand, usageOf } from './command.ts';
import { backup, restore } from './copies.ts';
import { samples } from './samples.ts';

const commands: Record<string, Command> = {
  applications,
  enquiries,
  person,
  forget,
  invite,
  'mail-test': mailTest,
  samples,
  backup,
  restore,
};

export function runLine(config: Config, name = '', ...words: string[]): Promise<string> {
  const command = commands[name];
  if (command === undefined || !Object.hasOwn(commands, name))
    throw new Refusal(400, `Unknown command "${name}".\n\n${helpOn()}`);
  return runCommand(name, command, words, config);
}

export function helpOn(word = ''): string {
  const wanted = Object.entries(commands).filter(([name]) => name === word);
  const all = wanted.length > 0 ? wanted : Object.entries(commands);
  return [
    `Usage: ${connectCommand()} COMMAND`,
    '',
    'Works on the store set by DATA_DIR or DATABASE_URL, even while the server is running, and prints its location to stderr.',
    'Every command accepts --json and --help.',
    'Exit codes: 0 success; 1 problem with the store, the settings or the system; 2 invalid command or arguments.',
    '',
    ...all.map(([name, command]) => `  ${usageOf(name, command)}\n      ${command.summary}`),
  ].join('\n');
}
