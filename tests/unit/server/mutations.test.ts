import JSZip from 'jszip';
import { expect, test } from 'vitest';

import { Refusal } from '#server/lib/refusal.ts';
import { mapTable, readTable } from '#server/subscribers/subscriber-file.ts';
import { readWordText } from '#server/word/word-text.ts';

import { seeded } from '../../kit/seeded.ts';
import { lists } from '../../kit/subscriber-lists.ts';
import {
  deleted,
  inserted,
  listItem,
  paragraph,
  picture,
  table,
  textBox,
  withRuns,
  wordFile,
} from '../../kit/word.ts';

const rounds = process.env.TEST_TIER === 'full' ? 2_000 : 60;
const random = seeded(2027);
const below = (most: number) => Math.floor(random() * most);

/** Cuts, doubles, moves and overwrites parts. */
function mutated(bytes: Uint8Array): Buffer {
  let changed = Buffer.from(bytes);
  for (let change = 1 + below(4); change > 0; change -= 1) {
    const [at, length] = [below(changed.length), 1 + below(40)];
    const part = changed.subarray(at, at + length);
    const parts = [
      () => [changed.subarray(0, at), changed.subarray(at + length)],
      () => [changed.subarray(0, at), part, part, changed.subarray(at + length)],
      () => [changed.subarray(0, at), Buffer.from([below(256)]), changed.subarray(at + 1)],
      () => [changed.subarray(at), changed.subarray(0, at)],
      () => [changed.subarray(0, at), Buffer.from('<w:r><![CDATA[&"\n,'), changed.subarray(at)],
    ];
    changed = Buffer.concat(parts[below(parts.length)]?.() ?? []);
  }
  return changed;
}

async function docx(): Promise<Buffer> {
  const pixel = Buffer.from('iVBORw0KGgo=', 'base64');
  return wordFile(
    [
      paragraph('A title', 'Title'),
      withRuns(listItem('One', 2), `${inserted('in')}${deleted('out')}`),
      picture('p', 'Alt', { crop: 'l="1000"' }),
      textBox('Box', 'Box'),
      table([['a', 'b']]),
    ],
    { pictures: { p: { name: 'a.png', bytes: pixel } } },
  );
}

/** Read, or refused with a sentence; anything else is a bug. */
async function settled(read: () => unknown): Promise<'read' | 'refused'> {
  try {
    await read();
    return 'read';
  } catch (error) {
    if (!(error instanceof Refusal) || !/^(?:This file|Choose)/.test(error.message)) throw error;
    return 'refused';
  }
}

test(`${rounds} changed Word files, archives and lists are read or refused with a sentence`, {
  timeout: 900_000,
}, async () => {
  const whole = await docx();
  const zip = await JSZip.loadAsync(whole);
  const xml = (await zip.file('word/document.xml')?.async('nodebuffer')) ?? Buffer.alloc(0);
  const ends = { read: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const list = Buffer.from(lists[round % lists.length]?.csv ?? '');
    if (round % 3 === 0) ends[await settled(() => readWordText({ bytes: mutated(whole) }))] += 1;
    else if (round % 3 === 1) {
      zip.file('word/document.xml', mutated(xml));
      const bytes = await zip.generateAsync({ type: 'nodebuffer' });
      ends[await settled(() => readWordText({ bytes }))] += 1;
    } else
      ends[
        await settled(() => {
          const table = readTable({ fileName: 'list.csv', bytes: mutated(list) });
          mapTable({ table, kinds: table.guesses });
        })
      ] += 1;
  }
  expect(ends.read + ends.refused).toBe(rounds);
  expect(Math.min(ends.read, ends.refused)).toBeGreaterThan(rounds / 20);
});
