import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

import { isIn, sources, textOf } from './sources.ts';

/** Places that may contain text besides the words: element names, formats of dates and files, providers, a cache key, module lists. */
const content = ['src/content', 'src/words'];
const forms = [
  'src/contract/read-file.ts',
  'src/contract/slips.ts',
  'src/lib/safe-html.ts',
  'src/lib/dates.ts',
  'server/lib/local-time.ts',
];
const keys = ['src/pages/application/application-status.ts', 'vite.config.ts'];
/** Words for the office and the operator. */
const ofStaff =
  'articles attachments build commands config.ts end-waiting.ts enquiries person.ts person-page.tsx applicants subscribers vacancies lib/from-html.ts lib/losses.ts lib/tidy-html.ts outgoing newsletter office pictures replies restore-texts.ts store server-today.ts today-page.tsx sections.ts serve.ts';
const places = [...content, ...forms, ...keys, ...ofStaff.split(' ').map((name) => `server/${name}`)];

/** Markup, headers, policies, media queries, column names, class names. */
const forMachines =
  /[<>]|="|charset=|\\r\\n|^auto, $|^ show$|-src |=\(\)|max-age|no-transform|^HTTP|^\d{3} |^User-agent|^\(\w+-\w+: | as \w+$|^(?=.*-)[a-z\d-]+(?: [a-z\d-]+)+$/;
const technicalAttribute = /^(?:allow|className|d|rel|sizes)$/;
const spokenAttribute = /^(?:alt|aria-label|label|placeholder|title)$/;
const forDevelopers =
  /^(?:console\.\w+|.*\blog\.\w+|\w*Error|sql.*|.*\.(?:header|closest|querySelector(?:All)?|select|type|where))$/s;

type Part = { start: number; end: number };

/** Texts that a visitor might read: those with a letter and a space, or in an attribute that is read aloud. */
function wordsIn(file: string) {
  const code = textOf(file);
  const found: { start: number; text: string }[] = [];
  const skipped: Part[] = [];
  const read = ({ start }: Part, text: string) => {
    if (/\s/.test(text) && /\p{L}/u.test(text) && !forMachines.test(text)) found.push({ start, text });
  };
  const ofCall = (callee: Part, given: Part[]) => {
    if (forDevelopers.test(code.slice(callee.start, callee.end))) skipped.push(...given);
  };
  const called = (node: ESTree.CallExpression | ESTree.NewExpression) => ofCall(node.callee, node.arguments);
  const tagged = (node: ESTree.TaggedTemplateExpression) => ofCall(node.tag, [node.quasi]);
  const literal = (node: Part & { value: unknown }) =>
    typeof node.value === 'string' && read(node, node.value);
  const template = (node: ESTree.TemplateElement) => read(node, node.value.raw);
  const visitor = new Visitor({
    JSXAttribute({ name, value }) {
      if (value === null) return;
      const attribute = code.slice(name.start, name.end);
      if (technicalAttribute.test(attribute)) skipped.push(value);
      if (spokenAttribute.test(attribute) && value.type === 'Literal' && value.value !== '')
        found.push({ start: value.start, text: String(value.value) });
    },
    CallExpression: called,
    NewExpression: called,
    TaggedTemplateExpression: tagged,
    Literal: literal,
    TemplateElement: template,
  });
  visitor.visit(parseSync(file, code).program);
  return found
    .filter(({ start }) => !skipped.some((part) => part.start <= start && start < part.end))
    .map(({ text, start }) => ({ file, line: code.slice(0, start).split('\n').length, text: text.trim() }));
}

// Biome's `noJsxLiterals` finds texts between tags.
test('each text that a visitor can read is in words/ or content/, and each exception is needed', () => {
  const words = sources.flatMap(wordsIn);
  expect(words.filter(({ file }) => !places.some((place) => isIn(place, file)))).toEqual([]);
  expect(places.filter((place) => !words.some(({ file }) => isIn(place, file)))).toEqual([]);
});

test('no text leaves it to the reader whether one or several are meant', () => {
  expect(sources.flatMap(wordsIn).filter(({ text }) => /\p{L}\(s\)/u.test(text))).toEqual([]);
});
