import { expect, onTestFinished, test, vi } from 'vitest';

import { fetchSiteFile } from '../../../sw/fetch-site-file.ts';

/** A line on which the body of a file comes as the test says. */
function line() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
      },
    });
    signal.addEventListener('abort', () => body?.error(signal.reason));
    return new Response(stream, { headers: { Vary: '*' } });
  });
  return { send: () => body?.enqueue(new Uint8Array([1])), end: () => body?.close() };
}

test('a file on a slow line comes whole', async () => {
  const { send, end } = line();
  const response = await fetchSiteFile('/a.js');
  // A cache would throw.
  expect(response.headers.get('Vary')).toBeNull();
  const read = response.arrayBuffer();
  for (let part = 0; part < 5; part += 1) {
    await vi.advanceTimersByTimeAsync(25_000);
    send();
  }
  await vi.advanceTimersByTimeAsync(25_000);
  end();
  expect((await read).byteLength).toBe(5);
});

test('a line that has fallen silent is given up', async () => {
  const { send } = line();
  const read = (await fetchSiteFile('/a.js')).arrayBuffer().catch((error: unknown) => error);
  send();
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await read).toMatchObject({ name: 'AbortError' });
});
