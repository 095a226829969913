import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

import { builtPages } from '../support/built-site.ts';
import { freePort } from '../support/site.ts';

const css =
  'body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:2.5rem}a{color:#3b6310}';

/** Home's words as the barest page that can carry them: the yardstick of what an html page costs on this line. */
export function bareHome(): string {
  const home = builtPages.find((page) => page.name === 'home');
  if (home === undefined) throw new Error('Home is not built');
  const { document } = home;
  const parts = [...document.querySelectorAll('h1, h2, h3, p, a, dt, dd, li:not(:has(a, p, h3))')]
    .filter((element) => element.closest('dialog') === null)
    .map((element) => {
      const tag = element.tagName.toLowerCase();
      const href = tag === 'a' ? ` href="${element.getAttribute('href')}"` : '';
      return `<${tag}${href}>${escapeText(element.textContent?.trim() ?? '')}</${tag}>`;
    });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(document.title)}</title><link rel="icon" href="data:,"><style>${css}</style></head><body>${parts.join('')}</body></html>`;
}

/** Serves it compressed, as the site is. */
export async function serveBareHome(): Promise<AsyncDisposable & { url: string }> {
  const body = brotliCompressSync(bareHome());
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
  const server = createServer((_, response) => response.writeHead(200, headers).end(body));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
