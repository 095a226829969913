import Validator from '@adobe/structured-data-validator';
import { parseRssFeed } from 'feedsmith';
import { type ConfigData, HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { feedNames } from '#server/web/sitemap-and-feed-xml.ts';
import { otherPaths } from '#src/server-paths.ts';

import { documentOf } from '../service/document-of.ts';
import { addReaders, applied, openOffice, type Scene, savedNewsletter } from '../service/office-scene.ts';
import { answered, asker, openMailed } from '../service/store.ts';
import { elementsOf } from '../service/xml.ts';

/** What is not checked, and why; all other recommended rules are. */
const rules: ConfigData['rules'] = {
  // How React writes elements and attributes; to browsers it is the same.
  ...{ 'attr-case': 'off', 'attribute-boolean-style': 'off', 'attribute-empty-style': 'off' },
  ...{ 'doctype-style': 'off', 'void-style': 'off' },
  // HTML allows React's ids, which begin with an underscore.
  'valid-id': ['error', { relaxed: true }],
  // A button in a form submits it, and an input is for text: both are the defaults of HTML.
  ...{ 'no-implicit-button-type': 'off', 'no-implicit-input-type': 'off' },
  // Checkboxes of one list have one name.
  'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
  // A table that can be scrolled sideways is a named region; a section would add nothing.
  'prefer-native-element': ['error', { exclude: ['region'] }],
  // Search engines cut a title where they need to; the company's name at its end may go.
  'long-title': 'off',
  // Of the office's two menus with the same name, CSS shows one.
  'unique-landmark': 'off',
  // Telephone numbers break like other text.
  'tel-non-breaking': 'off',
};

/** Email programs read neither style sheets nor newer HTML. */
const emailRules: ConfigData['rules'] = {
  ...rules,
  ...{ 'no-inline-style': 'off', 'no-deprecated-attr': 'off', 'presentation-role-style': 'off' },
};

/** Each message with its place, for example `no-dup-id "…" (#main)`. */
async function messagesIn(html: string, ownRules: ConfigData['rules']): Promise<string[]> {
  const checker = new HtmlValidate({ extends: ['html-validate:recommended'], rules: ownRules, root: true });
  const { results } = await checker.validateString(html);
  const known = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
  return [...known, ...onlyNuKnows(html)];
}

/** The Nu checker refuses these too, html-validate does not. */
function onlyNuKnows(html: string): string[] {
  return [...documentOf(html).querySelectorAll('[href], [src], input[type="file"][value]')]
    .filter((element) => {
      const address = element.getAttribute('href') ?? element.getAttribute('src');
      return address === null || /\s/.test(address);
    })
    .map((element) => `a space in an address, or a file with a value: ${element.outerHTML.slice(0, 200)}`);
}

/** Pages that link to each other below `start`, in the order in which they are found. */
async function linked(
  get: (path: string) => Promise<{ body: string; statusCode: number; headers: object }>,
  start: string,
) {
  const pages = new Map([[start, '']]);
  for (const path of pages.keys()) {
    const { body, headers } = await get(path);
    if (!JSON.stringify(headers).includes('text/html')) {
      pages.delete(path);
      continue;
    }
    pages.set(path, body);
    for (const link of documentOf(body).querySelectorAll(`a[href^="${start}"]`)) {
      const next = link.getAttribute('href')?.replace(/#.*/, '') ?? '';
      if (!next.startsWith('//') && !pages.has(next)) pages.set(next, '');
    }
  }
  return [...pages];
}

/** Fills each list of the office. */
async function fill(scene: Scene): Promise<void> {
  const { boss, store, post } = scene;
  await addReaders(store, 2);
  await applied(scene);
  await answered(201, post('enquiry', asker));
  const text = { title: 'News', name: 'Solderer', source: 'Text', type: 'press', closesAt: '2999-01-01' };
  await boss.post(officePaths.article('new'), text);
  await boss.post(officePaths.vacancy('new'), { ...text, type: 'full-time' });
  const newsletter = await savedNewsletter(boss, { source: 'Text' });
  await boss.post(`${newsletter}/send`, { version: '1' });
  await boss.post(officePaths.people, { email: 'editor@hcs.example', role: 'editor' });
}

test('html-validate finds nothing in the pages of the site, the office and an email', async () => {
  const scene = await openMailed(openOffice);
  await fill(scene);
  const { get, boss } = scene;
  const site = await linked(get, '/');
  expect(site.length).toBeGreaterThan(40);
  const office = await linked((path) => boss.get(path), officePaths.home);
  expect(office.length).toBeGreaterThan(25);
  const others = [
    ...['/404', '/saved', '/thanks', '/application', '/media-room/nothing'],
    ...[officePaths.signIn, officePaths.confirm('x'), officePaths.unsubscribe('x'), officePaths.preview('x')],
  ];
  const form = await scene.form('enquiry', { name: '' });
  const pages = [...site, ...office, ['a refused form', form.body] as const];
  for (const path of others) pages.push([path, (await get(path)).body]);
  const found = new Map<string, string[]>();
  for (const [path, html] of pages)
    for (const message of await messagesIn(html, path.endsWith('/email') ? emailRules : rules))
      found.set(message, [...(found.get(message) ?? []), path]);
  expect(office.filter(([path]) => path.endsWith('/email'))).toHaveLength(1);
  expect(Object.fromEntries(found)).toEqual({});
});

type Thing = { '@type': string };

test("Adobe's validator finds no error in what search engines read", async () => {
  const { get } = await openMailed(openOffice);
  const types = new Set<string>();
  const errors: string[] = [];
  for (const [path, html] of await linked(get, '/'))
    for (const script of documentOf(html).querySelectorAll('script[type="application/ld+json"]'))
      for (const thing of (JSON.parse(script.textContent ?? '') as { '@graph': Thing[] })['@graph']) {
        types.add(thing['@type']);
        const issues = await new Validator().validate({ jsonld: { [thing['@type']]: [thing] } });
        for (const { severity, issueMessage } of issues)
          if (severity === 'ERROR') errors.push(`${path} ${thing['@type']}: ${issueMessage}`);
      }
  expect([...types].sort()).toEqual([
    ...['BlogPosting', 'JobPosting', 'LocalBusiness', 'NewsArticle', 'Organization'],
  ]);
  expect(errors).toEqual([]);
});

test.each(feedNames)('a feed reader understands the feed %s', async (name) => {
  const { get } = await openMailed(openOffice);
  const { body } = await answered(200, get(otherPaths.feed(name)));
  const { title, link, description, items = [] } = parseRssFeed(body);
  expect([title, link, description]).toEqual([
    expect.stringContaining('HERO Control System'),
    expect.stringMatching(/^http:/),
    expect.stringMatching(/\S/),
  ]);
  expect(items).toHaveLength(elementsOf(body, 'item', []).length);
  for (const item of items) {
    expect(item).toMatchObject({
      title: expect.any(String),
      description: expect.any(String),
      link: item.guid?.value,
    });
    expect(Date.parse(String(item.pubDate))).toBeGreaterThan(0);
  }
});
