import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

import { JSDOM } from 'jsdom';

const css =
  'body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:2.5rem}a{color:#3b6310}';
const register = '<script>navigator.serviceWorker.register("/worker.js")</script>';
const worker = `oninstall = (event) => event.waitUntil(caches.open('bare').then((cache) => cache.add('/stored')));
onfetch = (event) => event.respondWith(caches.match(event.request).then((copy) => copy ?? fetch(event.request)));`;

/** Home's text as the barest possible page: the least that an HTML page costs. */
async function bareHtml(home: string): Promise<string> {
  const { body } = new JSDOM(await (await fetch(home)).text()).window.document;
  for (const unseen of body.querySelectorAll('dialog, script, svg, img, button')) unseen.remove();
  for (const element of body.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (name !== 'href') element.removeAttribute(name);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><link rel="icon" href="data:,"><style>${css}</style></head><body>${body.innerHTML}</body></html>`;
}

/** Serves it compressed, as the site is; at `/stored` with the smallest worker that stores it. */
export async function serveBareHome(home: string): Promise<AsyncDisposable & { url: string }> {
  const html = await bareHtml(home);
  const server = createServer(({ url }, response) => {
    const isScript = url === '/worker.js';
    const type = isScript ? 'text/javascript' : 'text/html; charset=utf-8';
    const body = isScript ? worker : url === '/stored' ? html.replace('</body>', `${register}</body>`) : html;
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(brotliCompressSync(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
