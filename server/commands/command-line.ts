import { type Config, connectCommand } from '../config.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Command, runCommand, usageOf } from './command.ts';
import { articles, closeCommand, listCommand, openCommand, publish, unpublish } from './content.ts';
import { backup, restore } from './copies.ts';
import { applications, forget, invite, mark, subscribers, unsubscribe } from './people.ts';

const commands: Record<string, Command> = {
  applications,
  'application mark': mark,
  publish,
  unpublish,
  articles,
  'vacancy open': openCommand,
  'vacancy close': closeCommand,
  'vacancy list': listCommand,
  subscribers,
  unsubscribe,
  forget,
  invite,
  backup,
  restore,
};

export function runLine(config: Config, ...words: string[]): Promise<string> {
  const [one = '', two] = words;
  const name = [`${one} ${two}`, one].find((wanted) => Object.hasOwn(commands, wanted)) ?? '';
  const command = commands[name];
  if (command === undefined)
    throw new Refusal(400, `There is no command "${words.slice(0, 2).join(' ')}".\n\n${helpOn(one)}`);
  return runCommand(name, command, words.slice(name.split(' ').length), config);
}

/** For the commands that begin with this word, else for all. */
export function helpOn(word = ''): string {
  const wanted = Object.entries(commands).filter(([name]) => name.split(' ')[0] === word);
  const all = wanted.length > 0 ? wanted : Object.entries(commands);
  return [
    `Usage: ${connectCommand()} [--env-file FILE] COMMAND`,
    '',
    'Works on the store that DATA_DIR or DATABASE_URL names, also while the server runs, and says on stderr which',
    'one that is. --env-file reads the settings from a file; what the environment has wins. Each command takes',
    '--json and --help. Exit codes: 0 done, 1 not possible (store, settings, surroundings), 2 a wrong call.',
    '',
    ...all.map(([name, command]) => `  ${usageOf(name, command)}\n      ${command.summary}`),
  ].join('\n');
}
