/**
 * Changes a single condition or drops a single statement of a copy of the tree, runs the unit and service tests that import
 * the file, and lists the changes that no test tells. Run it through `npm run mutants -- PATH… [--seed N] [--count N] [--project unit]`.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { parseSync } from 'vite';

import { seeded } from '../kit/seeded.ts';

type Mutant = { file: string; line: number; start: number; end: number; text: string; what: string };
type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const root = join(import.meta.dirname, '../..');
/** A change may make a loop endless. */
const longestRunMs = 15 * 60_000;
const swaps: Record<string, string> = {
  ...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '&&': '||', '||': '&&', '??': '&&' },
};
const dropped = ['ExpressionStatement', 'IfStatement', 'ThrowStatement', 'ContinueStatement'];

const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string';

function mutantsOf(file: string): Mutant[] {
  const source = readFileSync(join(root, file), 'utf8');
  const found: Mutant[] = [];
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string, what: string) => {
    const line = source.slice(0, start).split('\n').length;
    found.push({ file, line, start, end, text, what: `${what}: ${source.slice(start, end).split('\n')[0]}` });
  };
  const visit = (node: Node): void => {
    const { type, operator, left, right, test, argument, body } = node;
    if (isNode(left) && isNode(right) && typeof operator === 'string' && operator in swaps) {
      const swapped = source.slice(left.end, right.start).replace(operator, swaps[operator] ?? '');
      const whole = source.slice(node.start, left.end) + swapped + source.slice(right.start, node.end);
      add(node, `(${whole})`, `${operator} is ${swaps[operator]}`);
    } else if (type === 'UnaryExpression' && operator === '!' && isNode(argument))
      add(node, source.slice(argument.start, argument.end), '! is left out');
    if (isNode(test)) add(test, `!(${source.slice(test.start, test.end)})`, 'opposite');
    for (const one of Array.isArray(body) ? body : [])
      if (isNode(one) && dropped.includes(one.type) && one.directive === undefined) add(one, ';', 'dropped');
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(file, source).program as never);
  return found;
}

function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'hcs-mutants-'));
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const listed = execFileSync('git', listing, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  // An older Node would be installed again.
  for (const file of [...listed, 'dist', 'dist-server'])
    cpSync(join(root, file), join(copy, file), { recursive: true, preserveTimestamps: true });
  // Not one link to all, through which an installation in the copy would empty the folder.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  // Some tests ask git for the files.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  return copy;
}

/** Resolves to true if the tests that import these files pass. */
function isGreen(copy: string, project: string, files: string[], stdio: 'ignore' | 'inherit' = 'ignore') {
  const quiet = ['--run', '--config=tests/vitest.config.ts', '--reporter=dot', '--passWithNoTests'];
  const args = ['related', ...files, ...quiet, `--project=${project}`, '--bail=1', '--testTimeout=60000'];
  const tests = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    ...{ cwd: copy, stdio },
    // Its workers end with it.
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-(tests.pid ?? 0), 'SIGKILL'), longestRunMs);
  return new Promise<boolean>((resolve) => {
    tests.on('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '10' },
    project: { type: 'string', multiple: true, default: ['unit', 'service'] },
  },
});
const all = execFileSync('git', ['ls-files', ...positionals], { cwd: root, encoding: 'utf8' }).split('\n');
const mutants = all.filter((file) => /(?<!\.d)\.tsx?$/.test(file)).flatMap(mutantsOf);
if (positionals.length === 0 || mutants.length === 0)
  throw new Error('Name files or folders with code: npm run mutants -- src/outbox --seed 2 --count 30');
const random = seeded(Number(values.seed));
const drawn = mutants
  .map((mutant) => ({ mutant, place: random() }))
  .sort((one, other) => one.place - other.place)
  .slice(0, Number(values.count))
  .map(({ mutant }) => mutant);

const copy = copyOfTree();
try {
  for (const project of values.project)
    if (!(await isGreen(copy, project, [...new Set(drawn.map(({ file }) => file))], 'inherit')))
      throw new Error(`The ${project} tests fail without a change. Run npm test first.`);
  let told = 0;
  for (const { file, line, start, end, text, what } of drawn) {
    const source = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(copy, file), source.slice(0, start) + text + source.slice(end));
    let teller: string | undefined;
    for (const project of values.project)
      if (teller === undefined && !(await isGreen(copy, project, [file]))) teller = project;
    writeFileSync(join(copy, file), source);
    told += Number(teller !== undefined);
    console.log(`${(teller ?? 'SURVIVES').padEnd(8)} ${file}:${line} ${what}`);
  }
  console.log(`Seed ${values.seed}: ${told} of ${drawn.length} told (drawn from ${mutants.length}).`);
} finally {
  rmSync(copy, { recursive: true });
}
