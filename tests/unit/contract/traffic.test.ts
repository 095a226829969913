import { expect, test } from 'vitest';

import { addTraffic, bytesOf, bytesOfWorkerFile } from '#src/contract/traffic.ts';

const noon = new Date(2026, 10, 22, 12).getTime();
const minute = 60_000;

test('bytes add up for visit and month; half an hour without any begins a visit, another month a month', () => {
  const first = addTraffic(undefined, 100, noon);
  expect(first).toEqual({ visit: 100, months: { '2026-11': 100 }, lastAt: noon });
  expect(addTraffic(first, 5, noon + 29 * minute)).toMatchObject({
    visit: 105,
    months: { '2026-11': 105 },
  });
  expect(addTraffic(first, 5, noon + 31 * minute)).toMatchObject({
    visit: 5,
    months: { '2026-11': 105 },
  });
  const december = new Date(2026, 11, 1, 0, 1).getTime();
  expect(addTraffic(first, 5, december)).toMatchObject({ visit: 5, months: { '2026-12': 5 } });
  const lateNovember = addTraffic(undefined, 7, december - 2 * minute);
  expect(addTraffic(lateNovember, 5, december)).toMatchObject({ visit: 12, months: { '2026-12': 5 } });
});

test('a clock that was set back by days begins a visit anew', () => {
  const ahead = addTraffic(undefined, 100, noon + 5 * 24 * 60 * minute);
  expect(addTraffic(ahead, 1, noon)).toMatchObject({ visit: 1, months: { '2026-11': 101 } });
});

test('a clock that was wrong for a minute costs no month its count, and few months are remembered', () => {
  const wrong = addTraffic(addTraffic(undefined, 100, noon), 7, 0);
  const right = addTraffic(wrong, 1, noon);
  expect(Object.entries(right.months)).toEqual([
    [expect.stringMatching(/^19(?:69|70)-/), 7],
    ['2026-11', 101],
  ]);
  let later = right;
  for (let month = 0; month < 12; month += 1)
    later = addTraffic(later, 1, new Date(2027, month, 2).getTime());
  expect(Object.keys(later.months)).toEqual(['2027-09', '2027-10', '2027-11', '2027-12']);
});

const answer = { transferSize: 1_300, workerStart: 0, nextHopProtocol: 'http/1.1', entryType: 'resource' };

test('what a cache gave, or the worker, which counts for itself, is not counted', () => {
  expect(bytesOf({ ...answer, transferSize: 0 })).toBe(0);
  expect(bytesOf({ ...answer, workerStart: 5, nextHopProtocol: '' })).toBe(0);
});

test('what went past the worker to the network is counted', () => {
  expect(bytesOf({ ...answer, workerStart: 5 })).toBeGreaterThan(1_300);
});

test("our headers take the place of the browser's 300 bytes over HTTP/1.1 alone; those of a page are longer", () => {
  expect(bytesOf({ ...answer, nextHopProtocol: 'h2' })).toBe(1_300);
  expect(bytesOf(answer)).toBe(1_400);
  expect(bytesOf({ ...answer, entryType: 'navigation' })).toBe(2_130);
});

test("a look for a new worker costs headers alone, the worker's files their length as well", () => {
  expect(bytesOfWorkerFile(0, 'https:')).toBe(300);
  expect(bytesOfWorkerFile(0, 'http:')).toBe(370);
  expect(bytesOfWorkerFile(2_000, 'http:')).toBe(2_400);
});
