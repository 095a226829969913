import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { company } from '#src/content/company.ts';
import { directionsUrl } from '#src/content/contact.ts';
import { advisors, members } from '#src/content/team.ts';
import { render } from '#src/entry-server.tsx';
import { pages } from '#src/paths.ts';

async function renderPage(path: string): Promise<Document> {
  const { html } = await render(path);
  return new JSDOM(html).window.document;
}

const hrefs = (place: ParentNode) =>
  [...place.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');

test('each person stands on a card with a role and the profile', async () => {
  const cards = [...(await renderPage(pages.team.path)).querySelectorAll('main article.card')];
  for (const person of [...members, ...advisors]) {
    const card = cards.find((one) => one.querySelector('h3')?.textContent === person.name);
    expect(card?.textContent).toContain('position' in person ? person.position : person.role);
    expect(card && hrefs(card), person.name).toContain(person.profile);
  }
});

test('the contact page calls, writes and leads the way; the footer leads to three networks', async () => {
  const document = await renderPage(pages.contact.path);
  const links = hrefs(document.querySelector('main') ?? document);
  for (const phone of company.phones) expect(links).toContain(`tel:${phone.replaceAll(' ', '')}`);
  expect(links).toContain(`mailto:${company.email}`);
  expect(links).toContain(directionsUrl);
  const footer = hrefs(document.querySelector('footer.site-footer') ?? document);
  for (const { href } of company.socialLinks) expect(footer).toContain(href);
});
