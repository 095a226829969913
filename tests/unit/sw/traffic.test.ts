import 'fake-indexeddb/auto';

import { expect, test, vi } from 'vitest';

import { fakeDevice, html, listed, page } from './fake-worker.ts';

async function countingWorker() {
  const missing = page('Not found');
  const device = fakeDevice((path) => (path.startsWith('/404.html') ? html(missing) : undefined));
  const worker = await device.start([await listed('404.html', missing)]);
  await worker.ask({ type: 'keep', urls: [], site: false });
  return worker;
}

test('whoever asks for the count is told what came with the question and just before', async () => {
  const worker = await countingWorker();
  const earlier = worker.ask({ type: 'took', bytes: 7 });
  expect(await worker.ask({ type: 'took', bytes: 0 })).toEqual({ visit: 7, month: 7 });
  await earlier;
  expect(await worker.ask({ type: 'took', bytes: 5 })).toEqual({ visit: 12, month: 12 });
});

test('where everything is deleted nothing is counted, and no store made to read from', async () => {
  const worker = await countingWorker();
  await worker.ask({ type: 'forget' });
  const opened = vi.spyOn(indexedDB, 'open');
  expect(await worker.ask({ type: 'took', bytes: 5 })).toBeUndefined();
  expect(opened).not.toHaveBeenCalled();
});
