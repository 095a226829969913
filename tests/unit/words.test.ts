import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const ofStaff = 'words of the office and the operator';
const ofDates = 'formats of dates';

/** Place -> why its texts are not in `content/`. */
const exceptions: Record<string, string> = {
  'src/content': 'the words themselves',
  'src/paths.ts': 'title and description of each page',
  'src/lib/dates.ts': ofDates,
  'src/lib/safe-html.ts': 'names of elements and attributes',
  'src/device/application-status.ts': 'a key of the cache',
  'server/build': ofStaff,
  'server/commands': ofStaff,
  'server/config.ts': ofStaff,
  'server/db': ofStaff,
  'server/local-time.ts': ofDates,
  'server/main.ts': ofStaff,
  'server/office': ofStaff,
  ...Object.fromEntries(
    'answers applications ids log mail mail-sender mail-words moments newsletters passkeys people pictures publishing vacancies'
      .split(' ')
      .map((name) => [`server/domain/${name}.ts`, ofStaff]),
  ),
};

/** Markup, headers, policies, media queries, column names, class names. */
const forMachines =
  /[<>]|="|charset=|\\r\\n|^auto, $|^ show$|-src |=\(\)|max-age|no-transform|^HTTP|^\d{3} |^User-agent|^\(\w+-\w+: | as \w+$|^(?=.*-)[a-z\d-]+(?: [a-z\d-]+)+$/;
const technicalAttribute = /^(?:allow|className|d|rel|sizes)$/;
const spokenAttribute = /^(?:alt|aria-label|label|placeholder|title)$/;
const forDevelopers =
  /^(?:console\.\w+|.*\blog\.\w+|\w*Error|sql.*|.*\.(?:header|closest|querySelector(?:All)?|select|type|where))$/s;

/** The texts that a visitor might read: with a letter and a space, or in an attribute that is read aloud. */
function wordsIn(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const found: { start: number; text: string }[] = [];
  const skipped: { start: number; end: number }[] = [];
  const read = ({ start }: { start: number }, text: string) => {
    if (/\s/.test(text) && /\p{L}/u.test(text) && !forMachines.test(text)) found.push({ start, text });
  };
  const called = (callee: { start: number; end: number }, given: { start: number; end: number }[]) => {
    if (forDevelopers.test(code.slice(callee.start, callee.end))) skipped.push(...given);
  };
  const ofAttribute = ({ name, value }: ESTree.JSXAttribute) => {
    if (value === null) return;
    const attribute = code.slice(name.start, name.end);
    if (technicalAttribute.test(attribute)) skipped.push(value);
    if (spokenAttribute.test(attribute) && value.type === 'Literal' && value.value !== '')
      found.push({ start: value.start, text: String(value.value) });
  };
  const ofCall = (node: ESTree.CallExpression | ESTree.NewExpression) => called(node.callee, node.arguments);
  const ofTemplate = (node: ESTree.TaggedTemplateExpression) => called(node.tag, [node.quasi]);
  const ofLiteral = (node: { start: number; value: unknown }) =>
    typeof node.value === 'string' && read(node, node.value);
  const ofElement = (node: ESTree.TemplateElement) => read(node, node.value.raw);
  const visitor = new Visitor({
    JSXAttribute: ofAttribute,
    CallExpression: ofCall,
    NewExpression: ofCall,
    TaggedTemplateExpression: ofTemplate,
    Literal: ofLiteral,
    TemplateElement: ofElement,
  });
  visitor.visit(parseSync(file, code).program);
  return found
    .filter(({ start }) => !skipped.some((part) => part.start <= start && start < part.end))
    .map(({ text, start }) => `${file}:${code.slice(0, start).split('\n').length}: ${text.trim()}`);
}

const words = ['src', 'sw', 'server'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .flatMap((file) => wordsIn(join(folder, file))),
);

const isIn = (place: string, word: string) => word.startsWith(`${place}${place.endsWith('.ts') ? ':' : '/'}`);

// Biome's `noJsxLiterals` finds those between tags.
test('each text that a visitor can read is in content/', () => {
  const places = Object.keys(exceptions);
  expect(words.filter((word) => !places.some((place) => isIn(place, word)))).toEqual([]);
});

test('each exception is needed', () => {
  expect(Object.keys(exceptions).filter((place) => !words.some((word) => isIn(place, word)))).toEqual([]);
});
