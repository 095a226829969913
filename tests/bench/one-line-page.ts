import { serveFiles } from './serve-files.ts';

const script = { 'content-type': 'text/javascript' };

/** One line of text and the smallest worker that keeps it: what no page can be faster than in this browser. */
export function serveOneLine(): Promise<AsyncDisposable & { origin: string }> {
  return serveFiles({
    '/': {
      body: '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>One line</title><h1>One line of text</h1><script async src="/register.js"></script>',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    },
    '/register.js': { body: "navigator.serviceWorker.register('/worker.js')", headers: script },
    '/worker.js': {
      body: `addEventListener('install', (event) => event.waitUntil(caches.open('one').then((cache) => cache.add('/'))));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));`,
      headers: script,
    },
  });
}
