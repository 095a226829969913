import { describe, expect, test } from 'vitest';

import { pages } from '#src/paths.ts';

import { builtPages } from '../support/built-site.ts';

const site = 'http://localhost:4173';

describe.each(builtPages)('$file', ({ document, name, path, file }) => {
  const meta = (key: string) =>
    document.querySelector(`meta[name="${key}"], meta[property="${key}"]`)?.getAttribute('content');

  test('is English, has one title, and says it in its only h1', () => {
    expect(document.documentElement.lang).toBe('en');
    expect(document.querySelectorAll('title')).toHaveLength(1);
    expect(document.title).not.toBe('');
    const headings = [...document.querySelectorAll('h1')];
    expect(headings.map((heading) => heading.textContent?.trim())).toEqual([document.title]);
  });

  test('has one description, the theme colour and a viewport that may be zoomed', () => {
    expect(document.querySelectorAll('meta[name="description"]')).toHaveLength(1);
    expect(meta('description')?.length).toBeGreaterThan(30);
    expect(meta('theme-color')).toBe('#70A12F');
    expect(meta('viewport')).toContain('width=device-width');
    expect(meta('viewport')).not.toMatch(/maximum-scale|user-scalable/);
  });

  test('carries title, description and picture for link previews', () => {
    expect(meta('og:title')).toBe(document.title);
    expect(meta('og:description')).toBe(meta('description'));
    expect(meta('og:type')).toMatch(/^(?:website|article)$/);
    expect(meta('og:site_name')).toBe('HERO Control System');
    expect(meta('og:image')).toMatch(/^http:\/\/localhost:4173\/.+\.(?:png|jpg)$/);
    expect(meta('twitter:card')).toBe('summary_large_image');
  });

  test('names its canonical address unless it stands for many', () => {
    const links = [...document.querySelectorAll('link[rel="canonical"]')].map((link) =>
      link.getAttribute('href'),
    );
    const stands = file.endsWith('shell.html') || name === 'notFound';
    expect(links).toEqual(stands ? [] : [new URL(path, site).href]);
  });

  test('runs nothing inline and styles nothing inline', () => {
    const scripts = [...document.querySelectorAll('script:not([src])')];
    expect(scripts.map((script) => script.getAttribute('type'))).toEqual(
      scripts.map(() => expect.stringMatching(/^application\/(?:ld\+)?json$/)),
    );
    expect([...document.querySelectorAll('[style]')].map((element) => element.outerHTML)).toEqual([]);
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
    expect(attributes.filter((attribute) => attribute.startsWith('on'))).toEqual([]);
  });

  test('asks for nothing that holds back the first paint', () => {
    const sheets = [...document.querySelectorAll('link[rel="stylesheet"]')];
    expect(sheets.filter((sheet) => sheet.closest('noscript') === null)).toEqual([]);
    const scripts = [...document.querySelectorAll('script[src]')];
    expect(
      scripts.filter((script) => !script.hasAttribute('async') && !script.hasAttribute('defer')),
    ).toEqual([]);
    expect(document.querySelector('head style')?.textContent).not.toBe('');
    const awaited = document.querySelector('link[rel="expect"]')?.getAttribute('href') ?? '';
    expect(document.querySelectorAll(awaited), 'the first paint waits for what is there').toHaveLength(1);
  });

  test('loads nothing from another origin', () => {
    const loaded = 'script, img, source, video, audio, iframe, embed, object, link:not([rel="canonical"])';
    const urls = [...document.querySelectorAll(loaded)].flatMap((element) =>
      ['src', 'href', 'poster', 'data', 'srcset'].map((name) => element.getAttribute(name) ?? ''),
    );
    expect(urls.filter((url) => /(?:^|[\s,])(?:https?:)?\/\//.test(url) && !url.startsWith(site))).toEqual(
      [],
    );
  });

  test('has headings in order and ids only once', () => {
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((heading) => heading.closest('dialog') === null)
      .map((heading) => Number(heading.tagName[1]));
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('gives every picture a text and a size', () => {
    const pictures = [...document.querySelectorAll('img')];
    const wrong = pictures.filter(
      (picture) =>
        !picture.hasAttribute('alt') || !picture.hasAttribute('width') || !picture.hasAttribute('height'),
    );
    expect(wrong.map((picture) => picture.outerHTML)).toEqual([]);
  });
});

test('no two pages share a title or a description', () => {
  const own = builtPages.filter((page) => !page.file.endsWith('shell.html'));
  const titles = own.map((page) => page.document.title);
  expect(titles).toEqual([...new Set(titles)]);
  const descriptions = Object.values(pages).map((page) => page.description);
  expect(descriptions).toEqual([...new Set(descriptions)]);
});
