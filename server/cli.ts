import { resolve } from 'node:path';

import { alert } from './commands/alerts.ts';
import { application, applications } from './commands/applications.ts';
import { articles, publish, unpublish } from './commands/articles.ts';
import { backup } from './commands/backup.ts';
import { type Command, nameOfStore, UsageError } from './commands/command.ts';
import { forget } from './commands/forget.ts';
import { importAnswers } from './commands/import.ts';
import { preview } from './commands/preview.ts';
import { restore } from './commands/restore.ts';
import { stats } from './commands/stats.ts';
import { subscribers, unsubscribe } from './commands/subscribers.ts';
import { vacancy } from './commands/vacancies.ts';
import { codeOf, connectCommand, readConfig, StartError } from './config.ts';
import { builtSiteUrl, serverBundle } from './site/server-bundle.ts';

const commands: Command[] = [
  applications,
  application,
  subscribers,
  unsubscribe,
  forget,
  publish,
  unpublish,
  preview,
  articles,
  vacancy,
  alert,
  importAnswers,
  backup,
  restore,
  stats,
];

async function main(given: string[]): Promise<void> {
  const [name = 'help', ...args] = readEnvFile(given);
  if (['help', '--help', '-h'].includes(name)) {
    console.log(args[0] === undefined ? help() : helpOf(commandNamed(args[0])));
    return;
  }
  const command = commandNamed(name);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(helpOf(command));
    return;
  }
  const config = readConfig(process.env, builtSiteUrl(serverBundle));
  // Beside the output, which may go into a file.
  if (!command.isStoreless) console.error(`Store: ${nameOfStore(config)}`);
  const output = await command.run(args, config);
  if (output !== '') process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
}

/** Takes `--env-file FILE` out of the arguments; as with Node's own, what the environment has wins. */
function readEnvFile(given: string[]): string[] {
  const place = given.findIndex((word) => word === '--env-file' || word.startsWith('--env-file='));
  if (place === -1) return given;
  const isApart = given[place] === '--env-file';
  const file = (isApart ? given[place + 1] : given[place]?.slice('--env-file='.length)) ?? '';
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new UsageError(`--env-file: ${file || 'the file'} cannot be read (${codeOf(error)}).`);
  }
  process.env.CONNECT_COMMAND ??= `${connectCommand()} --env-file=${resolve(file)}`;
  return given.toSpliced(place, isApart ? 2 : 1);
}

function commandNamed(wanted: string): Command {
  const command = commands.find(({ name }) => name === wanted);
  if (command === undefined) throw new UsageError(`There is no command "${wanted}".\n\n${help()}`);
  return command;
}

function help(): string {
  const ways = commands.flatMap(({ ways }) => ways);
  return [
    `Usage: ${connectCommand()} [--env-file FILE] COMMAND`,
    '',
    'Works on the store that DATA_DIR or DATABASE_URL names, also while the server runs, and says on stderr which',
    'one that is. --env-file reads the settings from a file; what the environment has wins. Each command takes',
    '--json and --help. Exit codes: 0 done, 1 not possible (store, settings, surroundings), 2 a wrong call.',
    '',
    ...ways.map(({ usage, summary }) => `  ${usage}\n      ${summary}`),
  ].join('\n');
}

function helpOf({ ways }: Command): string {
  const explained = ways.map(({ usage, summary, details }) =>
    [`${connectCommand()} ${usage}`, summary, ...details].join('\n  '),
  );
  return explained.join('\n\n');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isPlain = error instanceof UsageError || error instanceof StartError;
  console.error(isPlain ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
