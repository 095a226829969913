import { expect, test } from 'vitest';

import { readInWorker } from '#server/lib/file-worker.ts';

test('a file that takes more memory than there is ends its own process alone', {
  timeout: 120_000,
}, async () => {
  const read = (text: string) =>
    readInWorker('table', { fileName: 'list.csv', bytes: Buffer.from(text) }, 24);
  await expect(read(`${'a,'.repeat(30)}\n`.repeat(30_000))).rejects.toThrow('too much memory');
  expect(JSON.stringify(await read('Email\nmwila@people.example\n'))).toContain('mwila@people.example');
});
