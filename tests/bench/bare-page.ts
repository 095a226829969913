import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { JSDOM } from 'jsdom';

import { builtSite } from '#server/app.ts';

import { type Files, serveFiles } from './serve-files.ts';

const css =
  'body{margin:0 auto;max-width:60rem;padding:1rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:2.5rem}a{color:#3b6310}';

/** Home's words as the barest page that can carry them: the yardstick of what an html page costs on this line. */
export function bareHome(): string {
  const { document } = new JSDOM(readFileSync(join(builtSite, 'index.html'), 'utf8')).window;
  const parts = [...document.querySelectorAll('h1, h2, h3, p, a, dt, dd, li:not(:has(a, p, h3))')]
    .filter((element) => element.closest('dialog') === null)
    .map((element) => {
      const tag = element.tagName.toLowerCase();
      const href = tag === 'a' ? ` href="${element.getAttribute('href')}"` : '';
      return `<${tag}${href}>${escapeText(element.textContent?.trim() ?? '')}</${tag}>`;
    });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(document.title)}</title><link rel="icon" href="data:,"><style>${css}</style></head><body>${parts.join('')}</body></html>`;
}

type BareHome = { url: string; scriptedUrl: string; toggleUrl: string };

const toggle =
  '<button style="padding:1rem">Toggle</button><script>document.querySelector("button").onclick=()=>document.body.classList.toggle("toggled")</script>';

/** Serves it compressed, as the site is; at `scriptedUrl` with one script file, an empty one, at `toggleUrl` with a button. */
export async function serveBareHome(): Promise<AsyncDisposable & BareHome> {
  const html = bareHome();
  const page = (text: string) => ({
    body: brotliCompressSync(text),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
  });
  const files: Files = {
    '/': page(html),
    '/scripted': page(html.replace('</head>', '<script async src="/empty.js"></script></head>')),
    '/toggle': page(html.replace('</body>', `${toggle}</body>`)),
    '/empty.js': { body: '', headers: { 'content-type': 'text/javascript' } },
  };
  const { origin, ...server } = await serveFiles(files);
  return { ...server, url: `${origin}/`, scriptedUrl: `${origin}/scripted`, toggleUrl: `${origin}/toggle` };
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
