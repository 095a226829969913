import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { home } from '#src/content/home.ts';
import { osense } from '#src/content/osense.ts';
import { advisors, members } from '#src/content/team.ts';
import { travis } from '#src/content/travis.ts';
import { waterhandler } from '#src/content/waterhandler.ts';
import { zstudy } from '#src/content/zstudy.ts';
import { render } from '#src/entry-server.tsx';
import { pages } from '#src/paths.ts';

const staticPaths = Object.values(pages)
  .filter((page) => page.kind === 'static')
  .map((page) => page.path);

test('the team has six members with a long description and three advisors', () => {
  expect(members).toHaveLength(6);
  expect(advisors).toHaveLength(3);
  for (const member of members) expect(member.description.length, member.name).toBeGreaterThan(300);
  expect(new Set([...members, ...advisors].map((person) => person._id)).size).toBe(9);
});

test('a member card cuts the description to 210 characters and an ellipsis', async () => {
  const document = await renderPage(pages.team.path);
  const texts = [...document.querySelectorAll('main article.card p')].map((text) => text.textContent);
  for (const member of members) {
    const preview = texts.find(
      (text) => text.endsWith('…') && member.description.startsWith(text.slice(0, -1)),
    );
    expect(preview?.length, member.name).toBeGreaterThan(200);
    expect(preview?.length, member.name).toBeLessThanOrEqual(211);
  }
});

test('without JavaScript the whole founder message and every whole description can be read', async () => {
  const front = (await renderPage(pages.home.path)).querySelector('main')?.textContent;
  for (const paragraph of home.founder.message) expect(front).toContain(paragraph);
  const team = (await renderPage(pages.team.path)).querySelector('main')?.textContent.replaceAll('……', '');
  for (const member of members) expect(team).toContain(member.description);
});

test('the subsidiary cards lead where the specification says', () => {
  expect(home.products.cards.map((card) => [card.kind, pages[card.page].path])).toEqual([
    ['ERP', '/commercial/osense'],
    ['Smart home water', '/commercial/waterhandler'],
    ['Education', '/commercial/zstudy'],
    ['Research and development', '/commercial/travis'],
  ]);
  expect(home.partners.list).toHaveLength(4);
});

test("O'Sense and ZStudy have a video, the other two have none", () => {
  expect([osense, zstudy].every((product) => product.video !== undefined)).toBe(true);
  expect([waterhandler, travis].every((product) => product.video === undefined)).toBe(true);
});

test('links called Read More or Learn More say about what', async () => {
  for (const path of staticPaths) {
    const document = await renderPage(path);
    const names = [...document.querySelectorAll('a')]
      .map((link) => link.textContent.trim())
      .filter((name) => /^(?:read|learn) more/i.test(name));
    for (const name of names) expect(name, path).toMatch(/^(?:Read|Learn) More about \S/);
    expect(new Set(names).size, path).toBe(names.length);
  }
});

/** Parsed as a browser without JavaScript does: the content of `<noscript>` is part of the page. */
async function renderPage(path: string): Promise<Document> {
  return new JSDOM((await render(path)).html).window.document;
}
