import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { htmlPolicy } from '#server/web/security-headers.ts';
import { serverBundle } from '#server/web/server-bundle.ts';
import { pages } from '#src/paths.ts';

import { builtPages, readDist } from '../support/built-site.ts';

const site = 'http://localhost:4173';

function metaOf(document: Document, key: string): string | null | undefined {
  return document.querySelector(`meta[name="${key}"], meta[property="${key}"]`)?.getAttribute('content');
}

test('each page is English, has one title, and says it in its only h1', () => {
  for (const { document, file } of builtPages) {
    expect(document.documentElement.lang, file).toBe('en');
    expect(document.querySelectorAll('title'), file).toHaveLength(1);
    expect(document.title, file).not.toBe('');
    const headings = [...document.querySelectorAll('h1')];
    expect(
      headings.map((heading) => heading.textContent?.trim()),
      file,
    ).toEqual([document.title.replace(' | HERO Control System', '')]);
  }
});

test('each page of the sitemap with an address of its own reads completely without script', () => {
  for (const { document, file } of builtPages.filter((page) => page.isStatic && pages[page.name].sitemap)) {
    const words = document.querySelector('main')?.textContent?.split(/\s+/) ?? [];
    expect(words.length, file).toBeGreaterThan(60);
  }
});

test('each page has one description, the theme colour and a viewport that may be zoomed', () => {
  for (const { document, file } of builtPages) {
    const meta = (key: string) => metaOf(document, key);
    expect(document.querySelectorAll('meta[name="description"]'), file).toHaveLength(1);
    expect(meta('description')?.length, file).toBeGreaterThan(30);
    expect(meta('theme-color'), file).toBe('#70A12F');
    expect(meta('viewport'), file).toContain('width=device-width');
    expect(meta('viewport'), file).not.toMatch(/maximum-scale|user-scalable/);
  }
});

test('each page carries title, description and picture for link previews', () => {
  for (const { document, file } of builtPages) {
    const meta = (key: string) => metaOf(document, key);
    expect(meta('og:title'), file).toBe(document.title.replace(' | HERO Control System', ''));
    expect(meta('og:description'), file).toBe(meta('description'));
    expect(meta('og:type'), file).toMatch(/^(?:website|article)$/);
    expect(meta('og:site_name'), file).toBe('HERO Control System');
    expect(meta('og:image'), file).toMatch(/^http:\/\/localhost:4173\/.+\.(?:png|jpg)$/);
    expect(meta('twitter:card'), file).toBe('summary_large_image');
  }
});

test('each page names its canonical address unless it stands for many', () => {
  for (const { document, name, path, file } of builtPages) {
    const links = [...document.querySelectorAll('link[rel="canonical"]')].map((link) =>
      link.getAttribute('href'),
    );
    const stands = file.endsWith('shell.html') || name === 'notFound';
    expect(links, file).toEqual(stands ? [] : [new URL(path, site).href]);
  }
});

test('each page runs one inline script of less than 1 KB, the same everywhere, which its policy names', () => {
  const frames = readdirSync(serverBundle).filter((file) => file.endsWith('.html'));
  const documents = [
    ...builtPages.map(({ file, html, name }) => ({ file, html, csp: pages[name].csp })),
    ...frames.map((file) => ({
      file,
      html: readFileSync(join(serverBundle, file), 'utf8'),
      csp: 'strict' as const,
    })),
  ];
  expect(frames.length).toBeGreaterThan(3);
  const inline = new Set<string>();
  for (const { file, html, csp } of documents) {
    const { document } = new JSDOM(html).window;
    const scripts = [...document.querySelectorAll('script:not([type*=json])')];
    expect(scripts, file).toHaveLength(1);
    const [script] = scripts;
    expect([file, script?.getAttributeNames(), script?.parentElement?.tagName]).toEqual([file, [], 'HEAD']);
    const text = script?.textContent ?? '';
    expect(Buffer.byteLength(text), file).toBeLessThan(1024);
    const hash = createHash('sha256').update(text).digest('base64');
    expect(htmlPolicy(html, csp, '/connect/v1')).toContain(`script-src 'self' 'sha256-${hash}'`);
    inline.add(text);
  }
  expect(inline.size).toBe(1);
});

test('each page styles nothing inline, and handles no event inline', () => {
  for (const { document, file } of builtPages) {
    expect(
      [...document.querySelectorAll('[style]')].map((element) => element.outerHTML),
      file,
    ).toEqual([]);
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
    expect(
      attributes.filter((attribute) => attribute.startsWith('on')),
      file,
    ).toEqual([]);
  }
});

test('each page asks for nothing that holds back the first paint', () => {
  for (const { document, file } of builtPages) {
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
    expect(
      sheets.filter((sheet) => sheet.closest('noscript') === null),
      file,
    ).toEqual([]);
    expect([...document.querySelectorAll('script[src], link[rel=modulepreload]')], file).toEqual([]);
    // What is in the first view, once.
    const preloads = [...document.querySelectorAll('link[rel=preload]')];
    expect(
      preloads.filter((link) => link.getAttribute('fetchpriority') !== 'high'),
      file,
    ).toEqual([]);
    expect(document.querySelector('head style')?.textContent, file).not.toBe('');
    const awaited = document.querySelector('link[rel="expect"]')?.getAttribute('href') ?? '';
    expect(document.querySelectorAll(awaited), 'the first paint waits for what is there').toHaveLength(1);
  }
});

test('each page loads nothing from another origin', () => {
  for (const { document, file } of builtPages) {
    const loaded = 'script, img, source, video, audio, iframe, embed, object, link:not([rel="canonical"])';
    const urls = [...document.querySelectorAll(loaded)].flatMap((element) =>
      ['src', 'href', 'poster', 'data', 'srcset'].map((name) => element.getAttribute(name) ?? ''),
    );
    expect(
      urls.filter((url) => /(?:^|[\s,])(?:https?:)?\/\//.test(url) && !url.startsWith(site)),
      file,
    ).toEqual([]);
  }
});

test('each page has headings in order and ids only once', () => {
  for (const { document, file } of builtPages) {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.closest('dialog') === null)
      .map((heading) => Number(heading.tagName[1]));
    expect(
      levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1),
      file,
    ).toEqual([]);
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    expect(ids, file).toEqual([...new Set(ids)]);
  }
});

test('each page gives every picture a text and a size', () => {
  for (const { document, file } of builtPages) {
    const pictures = [...document.querySelectorAll('img')];
    const wrong = pictures.filter(
      (picture) =>
        !picture.hasAttribute('alt') || !picture.hasAttribute('width') || !picture.hasAttribute('height'),
    );
    expect(
      wrong.map((picture) => picture.outerHTML),
      file,
    ).toEqual([]);
  }
});

test('the place that a page reserves for a drawing has its shape', () => {
  for (const { document, file } of builtPages) {
    // A card crops its picture to the card's own shape.
    for (const image of document.querySelectorAll('main img[src$=".svg"]:not(.card-img-top)')) {
      const source = image.getAttribute('src') ?? '';
      const drawn = /viewBox="0 0 (\d+) (\d+)"/.exec(readDist(source.slice(1)));
      const shape = Number(drawn?.[1]) / Number(drawn?.[2]);
      const reserved = Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
      expect(reserved, `${source} in ${file}`).toBeCloseTo(shape, 1);
    }
  }
});

test('no two pages share a title or a description', () => {
  const own = builtPages.filter((page) => !page.file.endsWith('shell.html'));
  const titles = own.map((page) => page.document.title);
  expect(titles).toEqual([...new Set(titles)]);
  const descriptions = Object.values(pages).map((page) => page.description);
  expect(descriptions).toEqual([...new Set(descriptions)]);
});
