import { vi } from 'vitest';

import type { SiteFile } from '#src/contract/site-bundle.ts';
import type { PageMessage } from '#src/contract/worker-messages.ts';

export const origin = 'https://hcs.example';

/** What the network answers to an address without its query; nothing: no connection. */
export type Network = (path: string, request: { url: string }) => Response | Promise<Response> | undefined;

type Asked = { method: string; url: string; mode: string; destination: string };
type FakeEvent = {
  waitUntil: (promise: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
  request?: Asked;
  data?: PageMessage | { text: () => string };
  oldSubscription?: { endpoint: string };
  ports?: { postMessage: (reply: unknown) => void }[];
};

const addressOf = (key: string | { url: string }) =>
  new URL(typeof key === 'string' ? key : key.url, origin).href;

function memoryCache(hasRoom: () => boolean) {
  const kept = new Map<string, Response>();
  return {
    kept,
    match: async (key: string | Request, { ignoreSearch = false } = {}) => {
      const bare = (address: string) => (ignoreSearch ? address.split('?', 1).join() : address);
      const found = [...kept.keys()].find((address) => bare(address) === bare(addressOf(key)));
      return found === undefined ? undefined : kept.get(found)?.clone();
    },
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    delete: async (key: string | Request) => kept.delete(addressOf(key)),
    put: async (key: string | Request, response: Response) => {
      const body = await response.arrayBuffer();
      if (!hasRoom()) throw new DOMException('No room', 'QuotaExceededError');
      const { status, headers } = response;
      kept.set(addressOf(key), new Response(body, { status, headers }));
    },
  };
}

function memoryCaches() {
  const named = new Map<string, ReturnType<typeof memoryCache>>();
  const room = { isLeft: (_cache: string) => true };
  const open = async (name: string) => {
    const cache = named.get(name) ?? memoryCache(() => room.isLeft(name));
    named.set(name, cache);
    return cache;
  };
  return {
    open,
    room,
    delete: async (name: string) => named.delete(name),
    names: async () => [...named.keys()],
    match: async (key: string | Request, { cacheName }: { cacheName?: string } = {}) => {
      for (const [name, cache] of named) {
        const found = cacheName === undefined || name === cacheName ? await cache.match(key) : undefined;
        if (found) return found;
      }
      return undefined;
    },
    /** Paths of what is kept, with their revisions. */
    all: () =>
      [...named.values()].flatMap(({ kept }) => [...kept.keys()]).map((url) => url.slice(origin.length)),
  };
}

/** A browser with one page: it keeps caches, and the versions of the worker that are started in it share them. */
export function fakeDevice(network: Network) {
  const caches = memoryCaches();
  const registration: { installing: unknown } = { installing: null };
  const seen: string[] = [];
  /** What the page was told. */
  const told: unknown[] = [];
  const pages = [{ url: `${origin}/`, postMessage: (message: unknown) => void told.push(message) }];
  const fetchIt = async (target: string | { url: string }) => {
    const url = addressOf(target);
    seen.push(url.slice(origin.length));
    const answer = await network(new URL(url).pathname, { url });
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer;
  };
  return {
    caches,
    registration,
    seen,
    told,
    start: (list: SiteFile[], code = 'a.js') =>
      startWorker(list, code, { caches, registration, pages, fetchIt }),
  };
}

async function startWorker(
  list: SiteFile[],
  code: string,
  {
    caches,
    registration,
    pages,
    fetchIt,
  }: {
    caches: object;
    registration: object;
    pages: object[];
    fetchIt: (target: string) => Promise<Response>;
  },
) {
  const listeners = new Map<string, ((event: FakeEvent) => void)[]>();
  const self = {
    __WB_MANIFEST: list,
    code,
    __WB_DISABLE_DEV_LOGS: true,
    caches,
    registration,
    clients: { matchAll: async () => pages, claim: async () => {} },
    addEventListener: (type: string, hear: (event: FakeEvent) => void) =>
      listeners.set(type, [...(listeners.get(type) ?? []), hear]),
  };
  vi.resetModules();
  // Or Workbox tells what it does.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('self', self);
  // Workbox asks whether what it is handed is one.
  vi.stubGlobal('FetchEvent', class {});
  vi.stubGlobal('location', new URL(`${origin}/sw.js`));
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', fetchIt);
  await import('../../../sw/sw.ts');
  /** Ends when all that the event waits for has; gives what it is answered with. */
  const happen = async (type: string, more: Partial<FakeEvent> = {}) => {
    const waited: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    const event: FakeEvent = {
      ...more,
      waitUntil: (promise) => void waited.push(promise),
      respondWith: (response) => {
        answer = response;
        waited.push(response);
      },
    };
    for (const hear of listeners.get(type) ?? []) hear(event);
    for (const promise of waited) await promise;
    return answer;
  };
  return {
    install: () => happen('install'),
    activate: () => happen('activate'),
    happen,
    ask: async (data: PageMessage) => {
      let reply: unknown = 'no reply';
      await happen('message', {
        data,
        ports: [
          {
            postMessage: (answer) => {
              reply = answer;
            },
          },
        ],
      });
      return reply;
    },
    open: (path: string, mode = 'navigate') =>
      happen('fetch', { request: { method: 'GET', url: origin + path, mode, destination: '' } }),
  };
}

export async function sumOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.slice(0, 8).replaceAll('+', '-').replaceAll('/', '_');
}

/** A file as the worker's list has it. */
export async function listed(url: string, body: string): Promise<SiteFile> {
  const bodySum = await sumOf(body);
  return { url, revision: bodySum, sum: bodySum, bodySum, bytes: body.length };
}

export const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } });

export const page = (title: string) => `<!doctype html><title>${title}</title>`;
