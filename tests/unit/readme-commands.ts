import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const readFrom = (folder: string) => (file: string) => readFileSync(join(folder, file), 'utf8');

const texts = [
  'README.md',
  'src/README.md',
  'server/README.md',
  'server/office/README.md',
  'tests/README.md',
].map(readFrom(root));

/** All READMEs. */
export const readme = texts.join('\n');

/** Each command that stands in a README between backticks, up to what it leaves open, such as `ID`. */
export const commands = [...new Set(readme.match(/(?<=`)(?:npm|npx|node|hcs|docker) [^`]+(?=`)/g))].map(
  (command) => command.replace(/ \[?[A-Z]{2,}\b.*/, ''),
);

/** A program for people may name its own command, so those do not count. */
const runners = globSync(['tests/**/*.ts', 'tests/run.mjs', 'server/deploy/Dockerfile'], {
  cwd: root,
  exclude: ['tests/{tools,shots,bench}/**'],
}).map(readFrom(root));

/** Whether a test has a string that begins with it, or the image is built by it. */
export function isRunByTest(command: string): boolean {
  const begins = (text: string, mark: string) =>
    text
      .split(mark + command)
      .slice(1)
      .some((rest) => !/^[\w-]/.test(rest));
  return runners.some((text) => ["'", '"', '\nRUN '].some((mark) => begins(text, mark)));
}

export function isNamedInTest(heading: string): boolean {
  return runners.some((text) => text.includes(heading));
}

/**
 * Commands that no test runs where it is: they write pictures or figures into the checkout. A command that is the beginning or
 * a part of another one runs with it. Speed is judged on a machine that does nothing else: by a person.
 */
export const commandsForCopy = commands
  .filter(
    (command) => /^(?:node |npx |npm (?!test|run connect|run bench))/.test(command) && !isRunByTest(command),
  )
  .filter((command, _, all) => !all.some((other) => other !== command && other.includes(command)));

/** The shell blocks, each with the heading that it stands under. */
export const blocks = texts.flatMap((text) =>
  text.split(/^#+ /m).flatMap((section) => {
    const [heading = ''] = section.split('\n');
    return [...section.matchAll(/^```(?:sh)?\n([\s\S]*?)^```/gm)].map(([, lines = '']) => ({
      heading,
      lines,
    }));
  }),
);
