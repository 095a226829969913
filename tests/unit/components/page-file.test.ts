import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';

import { fileName, pageFile } from '#src/components/page-file.ts';
import { fileBody } from '#src/components/page-file-body.ts';
import type { PassedOn } from '#src/components/pass-on.tsx';

import { xssCorpus } from '../../support/xss-corpus.ts';

vi.stubGlobal('DOMParser', new JSDOM('').window.DOMParser);

const url = 'https://hcs.example/insider/career/fitter';
const logo = 'data:image/svg+xml,x';
const fitter: PassedOn = {
  kind: 'vacancy',
  title: 'Fitter',
  path: '/insider/career/fitter',
  type: 'Full time',
  date: '21st November',
  closing: 'Closes on Friday, 27th November 2026',
  html: '<h2>What you will do</h2><p>Fit.</p>',
};

function written(page: PassedOn): string {
  const body = fileBody(page.html, url);
  return pageFile(page, { body, url, logo, savedOn: '22nd Nov 2026' });
}

const read = (text: string) => new JSDOM(text).window.document;

/** What a file could run or ask for, and elements that only a text of somebody else could have brought. */
function findings(document: Document): string[] {
  const foreign = document.querySelectorAll(
    'script, iframe, object, embed, link, base, form, input, button, svg, math, video, audio, source, template, noscript',
  );
  const images = [...document.querySelectorAll('img')].filter((image) => image.getAttribute('src') !== logo);
  const attributes = [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].filter(
      ({ name, value }) =>
        /^on|^(?:style|srcset|background|poster|ping|target|id)$/.test(name) ||
        (name === 'src' && value !== logo) ||
        (name === 'href' && !/^(?:https?|mailto|tel):/.test(value)),
    ),
  );
  return [
    ...[...foreign, ...images].map((element) => element.outerHTML),
    ...attributes.map(({ name, value }) => `${name}=${value}`),
  ];
}

test('the file says what it is, until when, and how to apply by mail, by phone and on the site', () => {
  const document = read(written(fitter));
  expect(document.documentElement.lang).toBe('en');
  expect(document.title).toBe('Fitter | HERO Control System');
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  const text = document.body.textContent.replaceAll(/\s+/g, ' ');
  for (const words of [
    'Fitter',
    'Full time',
    '21st November',
    fitter.closing ?? '',
    'What you will do',
    '22nd Nov 2026',
  ])
    expect(text).toContain(words);
  const links = [...document.querySelectorAll('a')].map(({ href }) => href);
  expect(links).toEqual([
    'mailto:hello@herocontrol.example?subject=Application%3A%20Fitter',
    'tel:+260970000101',
    'tel:+260960000102',
    `${url}?apply=1`,
    url,
  ]);
});

test('its charset stands first, and then what forbids it to run or fetch anything', () => {
  const text = written(fitter);
  expect(text).toMatch(
    /^<!doctype html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*<meta http-equiv=/,
  );
  const meta = read(text).querySelector('meta[http-equiv]');
  expect([meta?.getAttribute('http-equiv'), meta?.getAttribute('content')]).toEqual([
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  ]);
});

test('pictures give way to their words and addresses, and addresses are whole', () => {
  const html =
    '<p><img src="/images/a.svg" alt="A valve"><img src="data:image/png;base64,x" alt=""><img src="b.png"></p>' +
    '<video src="c.webm"></video><a href="../team">Team</a><a href="#top">Up</a><a href="https://other.example/">There</a>';
  const document = read(written({ ...fitter, html }));
  const links = [...document.querySelectorAll('.text a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  expect(links).toEqual([
    ['Picture: A valve', 'https://hcs.example/images/a.svg'],
    ['Picture: https://hcs.example/insider/career/b.png', 'https://hcs.example/insider/career/b.png'],
    ['Picture: https://hcs.example/insider/career/c.webm', 'https://hcs.example/insider/career/c.webm'],
    ['Team', 'https://hcs.example/insider/team'],
    ['Up', `${url}#top`],
    ['There', 'https://other.example/'],
  ]);
  expect(findings(document)).toEqual([]);
});

test('of elements that are not kept the words are, but never a script or a style', () => {
  const html =
    '<h1>One</h1><center>Two <font color=red>three</font></center><script>no()</script><style>p{}</style>' +
    '<svg><text>no</text></svg><xmp><script>four()</script></xmp><table><tr><td colspan=2 onclick=no()>five';
  expect(fileBody(html, url)).toBe(
    '<h2>One</h2>Two three&lt;script&gt;four()&lt;/script&gt;<table><tbody><tr><td colspan="2">five</td></tr></tbody></table>',
  );
});

test('whatever html a provider sends, the file holds nothing that runs or fetches', () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...xssCorpus), fc.string()), { maxLength: 6 });
  fc.assert(
    fc.property(pieces, (parts) => {
      const once = fileBody(parts.join(''), url);
      expect(findings(read(written({ ...fitter, html: parts.join('') })))).toEqual([]);
      // Read again, as another browser does, it brings no other elements.
      expect(findings(read(fileBody(once, url)))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test.each(xssCorpus)('%s runs and fetches nothing, as title, as type, as date or as text', (hostile) => {
  const page: PassedOn = {
    ...fitter,
    title: hostile,
    type: hostile,
    date: hostile,
    closing: hostile,
    html: hostile,
  };
  const document = read(written(page));
  expect(findings(document)).toEqual([]);
  expect(document.querySelector('h1')?.textContent).toBe(hostile);
  expect(document.querySelector('title')?.textContent).toBe(`${hostile} | HERO Control System`);
});

test('whatever a title, a type or a date holds is text of the file and nothing else', () => {
  const nasty = fc.array(
    fc.oneof(
      fc.constantFrom('<', '>', '"', "'", '&', '</title>', '<!--', '</style>', '${', '=', '&lt;'),
      fc.string(),
    ),
    { maxLength: 12 },
  );
  const empty = read(written({ ...fitter, title: 'x', type: 'x', date: 'x', closing: 'x' })).querySelectorAll(
    '*',
  ).length;
  fc.assert(
    fc.property(nasty, (parts) => {
      // What no html text can hold comes out as another sign.
      const text = `x${parts.join('').replaceAll(/[\0\r]/g, '')}`;
      const document = read(written({ ...fitter, title: text, type: text, date: text, closing: text }));
      expect(document.querySelectorAll('*')).toHaveLength(empty);
      expect(document.querySelector('h1')?.textContent).toBe(text);
      expect(document.querySelector('.facts td')?.textContent).toBe(text);
      expect(findings(document)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['Embedded Firmware Engineer', 'hcs-embedded-firmware-engineer.html'],
  ['Café “Müller”: the founder’s 2nd?', 'hcs-cafe-muller-the-founders-2nd.html'],
  ['../../etc/passwd', 'hcs-etc-passwd.html'],
  ['招聘', 'hcs-page.html'],
  ['', 'hcs-page.html'],
  [`${'long '.repeat(40)}`, `hcs-${'long-'.repeat(12).slice(0, -1)}.html`],
])('"%s" is saved as %s', (title, name) => {
  expect(fileName(title)).toBe(name);
});
