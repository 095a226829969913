import { applications } from './commands/applications.ts';
import { articles } from './commands/articles.ts';
import { backup } from './commands/backup.ts';
import { type Command, UsageError } from './commands/command.ts';
import { forget } from './commands/forget.ts';
import { importAnswers } from './commands/import.ts';
import { publish } from './commands/publish.ts';
import { stats } from './commands/stats.ts';
import { subscribers } from './commands/subscribers.ts';
import { unpublish } from './commands/unpublish.ts';
import { unsubscribe } from './commands/unsubscribe.ts';
import { vacancy } from './commands/vacancy.ts';
import { readConfig, StartError } from './config.ts';
import { builtSiteUrl } from './prerender/build-record.ts';
import { serverBundle } from './prerender/server-bundle.ts';

const commands: Record<string, Command> = {
  publish,
  unpublish,
  articles,
  vacancy,
  applications,
  subscribers,
  unsubscribe,
  forget,
  backup,
  import: importAnswers,
  stats,
};

async function main([name = 'help', ...args]: string[]): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) {
    console.log(help());
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new UsageError(`There is no command "${name}".\n\n${help()}`);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`npm run connect -- ${command.usage}\n  ${command.summary}`);
    return;
  }
  const output = await command.run(args, readConfig(process.env, builtSiteUrl(serverBundle)));
  process.stdout.write(output.endsWith('\n') ? output : `${output}\n`);
}

function help(): string {
  const lines = Object.values(commands).map(({ usage, summary }) => `  ${usage}\n      ${summary}`);
  return [
    'Usage: npm run connect -- COMMAND',
    '',
    'Works on the store that DATA_DIR or DATABASE_URL names, also while the server runs.',
    '',
    ...lines,
  ].join('\n');
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isPlain = error instanceof UsageError || error instanceof StartError;
  console.error(isPlain ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
