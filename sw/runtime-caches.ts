import { registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { CacheFirst, StaleWhileRevalidate, type StrategyHandler } from 'workbox-strategies';

import { kept, onPressMark, plateSize, pressedMark } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';

import { articleInLists } from './article-in-lists.ts';
import { connectBase } from './connect-base.ts';
import { connectCache, reportRefresh, stampAnswer, tellFailed, wasJustTold } from './connect-refresh.ts';
import { isFull, isKeeping } from './precache.ts';
import { type Asked, serve } from './routes.ts';

const imagesCache = kept.images;

/** Keeps the newest; what is fetched anew moves to the end of its cache. */
const bounded = (most: number): WorkboxPlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const kept = await cache.keys();
    for (const request of kept.slice(0, -most)) await cache.delete(request);
  },
});

const whileKeeping: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => ((await isKeeping()) ? response : null),
};

// Pictures are what a full phone can do without; lists and articles stay as they are.
registerQuotaErrorCallback(async () => void (await caches.delete(imagesCache)));

/** Puts once more what had no room before the pictures went; where that fails too, the page says that the copy is an old one. */
class ConnectReads extends StaleWhileRevalidate {
  override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const put = handler.cachePut.bind(handler);
    handler.cachePut = async (key, response) => {
      const again = response.clone();
      try {
        return await put(key, response).catch((error) => {
          if (isFull(error)) return put(key, again);
          throw error;
        });
      } catch (error) {
        if (await handler.cacheMatch(request)) await tellFailed(request, true);
        throw error;
      }
    };
    return super._handle(request, handler);
  }
}

const connectReads = new ConnectReads({
  cacheName: connectCache,
  plugins: [whileKeeping, stampAnswer, reportRefresh, bounded(120)],
});

/** A gateway's page in the place of a picture would stay in it for good. */
const pictures: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get('Content-Type')?.startsWith('image/') ? response : null,
};
const images = { cacheName: imagesCache, plugins: [whileKeeping, pictures, bounded(60)] };
const hashedImages = new CacheFirst(images);
const otherImages = new StaleWhileRevalidate(images);

export function serveConnectReads(): void {
  serve(
    ({ url }) => isConnectRead(url),
    async (options) => {
      const copy = wasJustTold(options.url)
        ? await caches.match(options.request, { cacheName: connectCache })
        : undefined;
      return copy ?? connectReads.handle(options).catch((error) => articleInLists(options.url, error));
    },
  );
}

/** Pictures that were seen stay, the oldest going first; what another origin hides from us is never kept. */
export function serveImages(): void {
  serve(
    ({ request, url, sameOrigin }) =>
      request.destination === 'image' && (sameOrigin || (request.mode === 'cors' && !isGoogle(url))),
    picture,
  );
}

async function picture(asked: Asked): Promise<Response> {
  if (await waitsForPress(asked)) return plateAnswer();
  try {
    return await (isHashed(asked.url) ? hashedImages : otherImages).handle(asked);
  } catch (error) {
    // The page has a plate of its own for what a provider or an operator has put up.
    if (!asked.sameOrigin || asked.url.pathname.startsWith('/uploads/')) throw error;
    return plateAnswer();
  }
}

/** Before the app runs, the html of a page asks for its pictures whatever the visitor wishes. */
async function waitsForPress({ url, request }: Pick<Asked, 'url' | 'request'>): Promise<boolean> {
  if (url.hash === pressedMark || (await caches.match(onPressMark.url, onPressMark)) === undefined)
    return false;
  return (await caches.match(request, { cacheName: imagesCache })) === undefined;
}

/** Without `no-store` the browser would show it again for the same address, when the picture is pressed for. */
const plateAnswer = () =>
  new Response(plate, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' } });

/** In the place of a picture that is not kept, in a grey for light and dark. */
const { width, height } = plateSize;
const plate = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#7f8f80" fill-opacity=".16" d="M0 0h${width}v${height}H0z"/></svg>`;

/**
 * Fetches one address into the cache that it belongs to, unless it is kept; `anew`: then too. False: what a page shows of the
 * connect API is not kept.
 */
export async function keepInRuntimeCache(
  address: string,
  event: ExtendableEvent,
  anew = false,
): Promise<boolean> {
  const url = new URL(address);
  // A script that is no file of this version is one of another's.
  if (/\.(?:js|css|html)$/.test(url.pathname)) return true;
  if (!anew && (await caches.match(address)) !== undefined) return true;
  const isRead = isConnectRead(url);
  const request = new Request(url);
  if (!isRead && (await waitsForPress({ url, request }))) return true;
  const strategy = isRead ? connectReads : isHashed(url) ? hashedImages : otherImages;
  const [response, done] = strategy.handleAll({ request, event });
  // A page's picture may be dead; that is for the page to show, and no reason to stop keeping the others.
  await Promise.allSettled([response, done]);
  return !isRead || (await caches.match(address)) !== undefined;
}

/** What is said of an application is for whoever has its secret, which the address does not name. */
function isConnectRead(url: URL): boolean {
  return url.href.startsWith(`${connectBase}/`) && url.href !== connectBase + connectCalls.application;
}

function isHashed(url: URL): boolean {
  return url.origin === location.origin && url.pathname.startsWith('/assets/');
}

/** Their terms forbid keeping map tiles. */
function isGoogle(url: URL): boolean {
  return /(?:^|\.)(?:google\.com|googleapis\.com|gstatic\.com|ggpht\.com)$/.test(url.hostname);
}
