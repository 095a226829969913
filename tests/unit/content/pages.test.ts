import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { award } from '#src/content/award.ts';
import { contact, directionsUrl } from '#src/content/contact.ts';
import { csr } from '#src/content/csr.ts';
import { home } from '#src/content/home.ts';
import { investor } from '#src/content/investor.ts';
import { notFound } from '#src/content/not-found.ts';
import { osense } from '#src/content/osense.ts';
import { advisors, members } from '#src/content/team.ts';
import { travis } from '#src/content/travis.ts';
import { waterhandler } from '#src/content/waterhandler.ts';
import { whoWeAre } from '#src/content/who-we-are.ts';
import { zstudy } from '#src/content/zstudy.ts';
import { render } from '#src/entry-server.tsx';
import { shorten } from '#src/lib/shorten.ts';
import { pages } from '#src/paths.ts';
import { company, quote } from '#src/words/site.ts';

/** What each page must show, also without scripts. */
const contents: Record<string, object> = {
  [pages.home.path]: home,
  [pages.whoWeAre.path]: whoWeAre,
  [pages.investor.path]: investor,
  [pages.award.path]: award,
  [pages.csr.path]: csr,
  [pages.osense.path]: osense,
  [pages.waterhandler.path]: waterhandler,
  [pages.zstudy.path]: zstudy,
  [pages.travis.path]: travis,
  [pages.contact.path]: contact,
  '/no/such/page': notFound,
};

/** Said in a list of samples, by a map's script, and in the email that a link begins. */
const unshown = ['sample', 'loading', 'failed', 'subject'];

/** All texts in it that are more than a word or an address. */
const textsOf = (content: unknown): string[] =>
  typeof content === 'string'
    ? [content].filter((text) => / /.test(text))
    : Object.entries(content ?? {}).flatMap(([key, value]) => (unshown.includes(key) ? [] : textsOf(value)));

test.each(Object.entries(contents))('%s shows each text of its content', async (path, content) => {
  const main = await mainOf(path);
  const names = [...main.querySelectorAll('[alt], [aria-label], [title]')].flatMap((one) => [
    ...one.attributes,
  ]);
  const emails = hrefs(main).filter((href) => href?.startsWith('mailto:'));
  const subjects = emails.map((href) => decodeURIComponent(href ?? ''));
  const shown = [main.textContent, ...names.map(({ value }) => value), ...subjects]
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const texts = textsOf(content);
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.filter((text) => !shown.includes(text.replaceAll(/\s+/g, ' ')))).toEqual([]);
});

test('the team has six members and three advisors, with 210 characters on a card', async () => {
  expect([members.length, advisors.length]).toEqual([6, 3]);
  const main = await mainOf(pages.team.path);
  const texts = [...main.querySelectorAll('article.card p')].map((text) => text.textContent);
  const whole = main.textContent.replaceAll('……', '');
  for (const { name, description } of members) {
    expect(texts, name).toContain(shorten(description, 210));
    expect(description.slice(209, 211), 'our own texts are not cut inside a word').toMatch(/ /);
    expect(whole, name).toContain(description);
  }
});

test('Home shows its products, then its founder, then its motto, in no dark band, beside one filled button', async () => {
  const main = await mainOf('/');
  const motto = [...main.querySelectorAll('*')].filter(
    (part) => part.textContent === 'Heroism is fundamentally harmonism.',
  );
  expect(motto.length).toBeGreaterThan(0);
  const text = main.textContent;
  const places = ["O'Sense", home.founder.message[0] ?? '', motto[0]?.textContent ?? ''].map((part) =>
    text.indexOf(part),
  );
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(motto.at(-1)?.closest('[data-bs-theme=dark]')).toBeNull();
  const filled = [...main.querySelectorAll('#page-intro .btn-primary')];
  expect(filled.map(({ textContent }) => textContent)).toEqual([quote]);
});

test('links called Read More or Learn More name their subject', async () => {
  const paths = Object.values(pages).filter((page) => page.kind === 'static');
  for (const { path } of paths) {
    const names = [...(await mainOf(path)).querySelectorAll('a')]
      .map((link) => link.textContent.trim())
      .filter((name) => /^(?:read|learn) more/i.test(name));
    for (const name of names) expect(name, path).toMatch(/^(?:Read|Learn) More about \S/);
    expect(new Set(names).size, path).toBe(names.length);
  }
});

test('before the app runs no button says whether its menu is open; no status stands within another', async () => {
  for (const { path } of Object.values(pages).filter((page) => page.kind === 'static')) {
    const { ownerDocument } = await mainOf(path);
    expect(ownerDocument.querySelectorAll('[aria-controls]').length, path).toBeGreaterThan(2);
    expect(ownerDocument.querySelectorAll('[aria-expanded], [role=status] [role=status]').length, path).toBe(
      0,
    );
  }
});

const hrefs = (place: ParentNode | null | undefined) =>
  Array.from(place?.querySelectorAll('a') ?? [], (link) => link.getAttribute('href'));

test('the contact page has links to call, write and get directions; the footer links to three networks', async () => {
  const main = await mainOf(pages.contact.path);
  const phones = company.phones.map((phone) => `tel:${phone.replaceAll(' ', '')}`);
  const contacts = [...phones, `mailto:${company.email}`, directionsUrl];
  expect(hrefs(main)).toEqual(expect.arrayContaining(contacts));
  expect(main.textContent).toContain(company.office.address);
  const networks = company.socialLinks.map(({ href }) => href);
  expect(networks).toHaveLength(3);
  expect(hrefs(main.ownerDocument.querySelector('footer'))).toEqual(expect.arrayContaining(networks));
});

/** Each page is rendered once for all tests. */
const rendered = new Map<string, Promise<Element>>();

function mainOf(path: string): Promise<Element> {
  const main = rendered.get(path) ?? renderedMain(path);
  rendered.set(path, main);
  return main;
}

async function renderedMain(path: string): Promise<Element> {
  const main = new JSDOM((await render(path)).html).window.document.querySelector('main');
  if (main === null) throw new Error(`${path} has no main`);
  return main;
}
