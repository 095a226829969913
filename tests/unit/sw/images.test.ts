import { expect, test, vi } from 'vitest';

import { becomeWorker } from './worker-scope.ts';

const keys = Array.from({ length: 63 }, (_, number) => `https://hcs.example/${number}.webp`);

const happen = becomeWorker({
  caches: {
    match: async ({ pathname }: URL) => (pathname === '/62.webp' ? new Response() : undefined),
    open: async () => ({
      keys: async () => [...keys],
      delete: async (key: string) => keys.splice(keys.indexOf(key), 1).length > 0,
    }),
  },
});

const { images, isCacheableImage } = await import('../../../sw/images.ts');
const { handlePageMessages } = await import('../../../sw/page-messages.ts');
handlePageMessages();

const event = new Event('fetch') as ExtendableEvent;
const request = new Request('https://hcs.example/62.webp');

test('the newest sixty pictures stay cached', async () => {
  const written = { cacheName: 'images', request, event, newResponse: new Response() };
  for (const { cacheDidUpdate } of images.plugins) await cacheDidUpdate?.(written);
  expect([keys.length, keys[0], keys.at(-1)]).toEqual([60, 'https://hcs.example/3.webp', request.url]);
});

test("a picture is cached, but a gateway's page or an error in its place is not", async () => {
  const kept = (status: number, type: string) => {
    const response = new Response('', { status, headers: { 'Content-Type': type } });
    return images.plugins[0]?.cacheWillUpdate?.({ request, response, event });
  };
  expect(await kept(200, 'image/webp')).toBeInstanceOf(Response);
  expect([await kept(200, 'text/html'), await kept(404, 'image/webp')]).toEqual([null, null]);
});

test('map tiles are not cached', () => {
  const hosts = ['hcs.example', 'maps.googleapis.com', 'maps.gstatic.com', 'notgoogle.com'];
  const isKept = (host: string) => isCacheableImage(new URL(`https://${host}/tile`));
  expect(hosts.filter(isKept)).toEqual(['hcs.example', 'notgoogle.com']);
});

test('a page caches those of its pictures that are not cached yet', async () => {
  const handle = vi.spyOn(images, 'handle').mockResolvedValue(new Response());
  const urls = ['/62.webp', '/new.webp'].map((path) => `https://hcs.example${path}`);
  void happen('message', { data: { type: 'save', urls }, ports: [] });
  await vi.waitFor(() => expect(handle).toHaveBeenCalledOnce());
  expect(handle.mock.calls[0]?.[0]).toMatchObject({ request: { url: urls[1] } });
});
