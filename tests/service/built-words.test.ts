import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '#server/root.ts';

/** What an editor has replaced. */
const replaced = [
  'Examples to plan with',
  'can be replaced individually',
  'Installation on a Sunday',
  'comes to you, or the trained plumber',
  'only a hash of',
  'has arrived at HERO',
  'a whole number from 1, higher',
  ', last heard ',
  'Noted: ',
  'until sending is resumed',
  'no mail server is set.',
  "not Ghost's export",
  'message(s)',
  'application(s)',
  'Read, decide later',
  'Passkeys: ',
  'How do they come to us',
  'Delete those chosen',
  'Write an answer',
  'the answer is still ours',
  'Stays as it is',
  'begin five minutes after',
];

test.each(['dist', 'dist-server'])('nothing in %s says what an editor has replaced', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const readable = files.filter((file) => /\.(?:html|m?js)$/.test(file));
  expect(readable.length).toBeGreaterThan(10);
  const left = readable.flatMap((file) => {
    // Without comments: those of the server stay in its bundle.
    const text = readFileSync(join(root, folder, file), 'utf8').replace(
      /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
      '',
    );
    return replaced.filter((words) => text.includes(words)).map((words) => `${file}: ${words}`);
  });
  expect(left).toEqual([]);
});
