import { serverErrors } from '#src/words/errors.ts';

import { nameOfStore } from './commands/command.ts';
import { helpOn, runLine } from './commands/command-line.ts';
import { readConfig, StartError } from './config.ts';
import { Refusal } from './lib/refusal.ts';
import { storeProblem } from './store/store-problems.ts';
import { readBuildRecord, serverBundle } from './web/server-bundle.ts';

async function main(words: string[]): Promise<void> {
  const isHelp = (word: string) => ['help', '--help', '-h'].includes(word);
  if (words.length === 0 || words.some(isHelp))
    return console.log(helpOn(words.find((word) => !isHelp(word))));
  const config = readConfig(process.env, readBuildRecord(serverBundle).siteUrl);
  // Use stderr: stdout may be redirected to a file.
  console.error(`Store: ${nameOfStore(config)}`);
  console.log(await runLine(config, ...words));
}

// Stores and backups hold personal data: only their owner may read them.
process.umask(0o077);
main(process.argv.slice(2)).catch((error: unknown) => {
  const problem = storeProblem(error);
  const isPlain =
    error instanceof Error && (error instanceof Refusal || error instanceof StartError || 'syscall' in error);
  console.error(problem ? serverErrors.notStored(problem) : isPlain ? error.message : error);
  process.exitCode = error instanceof Refusal ? 2 : 1;
});
