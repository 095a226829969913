import { worker } from './worker.ts';

export type Asked = { event: FetchEvent; request: Request; url: URL; sameOrigin: boolean };

const routes: { fits: (asked: Asked) => boolean; answer: (asked: Asked) => Promise<Response> }[] = [];

/** The first that fits answers a read; all else goes to the network as if there were no worker. */
export function serve(fits: (asked: Asked) => boolean, answer: (asked: Asked) => Promise<Response>): void {
  routes.push({ fits, answer });
}

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  const asked = { event, request, url, sameOrigin: url.origin === location.origin };
  const route = routes.find(({ fits }) => fits(asked));
  if (route !== undefined)
    event.respondWith(route.answer(asked).catch((error) => withoutCaches(request, error)));
});

/** A device whose caches cannot be read has the site as if there were no worker. Throws `error` where they can. */
async function withoutCaches(request: Request, error: unknown): Promise<Response> {
  const isReadable = await caches.match(request).then(
    () => true,
    () => false,
  );
  if (isReadable) throw error;
  return fetch(request);
}
