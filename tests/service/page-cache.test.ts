import { expect, test } from 'vitest';

import { PageCache } from '#server/http/answer-cache.ts';

/** A cache of 100 bytes for texts, and how often each was made. */
function textCache() {
  const cache = new PageCache<string>(100, (text) => text.length);
  const made: string[] = [];
  const ask = (address: string, text: string, version = '1') =>
    cache.get(address, version, async (keep) => {
      made.push(address);
      return keep(text);
    });
  return { cache, made, ask };
}

test('pages are kept up to a number of bytes; the one not asked for longest leaves first', async () => {
  const { made, ask } = textCache();
  for (const address of ['a', 'b', 'a', 'c']) await ask(address, address.repeat(40));
  expect(made).toEqual(['a', 'b', 'c']);
  expect(await ask('a', 'not made again')).toBe('a'.repeat(40));
  await ask('b', 'made again');
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});

test('a page larger than the whole cache is answered and drives no other out', async () => {
  const { made, ask } = textCache();
  await ask('a', 'short');
  expect(await ask('b', 'b'.repeat(101))).toHaveLength(101);
  await ask('a', 'short');
  expect(made).toEqual(['a', 'b']);
});

test('a new version of the data is made anew, once for all who ask meanwhile', async () => {
  const { made, ask } = textCache();
  await ask('a', 'old');
  const texts = await Promise.all([ask('a', 'new', '2'), ask('a', 'new', '2'), ask('a', 'new', '2')]);
  expect([texts, made]).toEqual([
    ['new', 'new', 'new'],
    ['a', 'a'],
  ]);
});

test('a making that failed, or what shall not be kept, is made again', async () => {
  const { cache, made, ask } = textCache();
  await expect(cache.get('a', '1', () => Promise.reject(new Error('not yet')))).rejects.toThrow('not yet');
  await cache.get('a', '1', async () => 'missing');
  expect(await ask('a', 'there')).toBe('there');
  expect(made).toEqual(['a']);
});
