import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { directionsUrl } from '#src/content/contact.ts';
import { home } from '#src/content/home.ts';
import { osense } from '#src/content/osense.ts';
import { advisors, members } from '#src/content/team.ts';
import { zstudy } from '#src/content/zstudy.ts';
import { render } from '#src/entry-server.tsx';
import { shorten } from '#src/lib/shorten.ts';
import { pages } from '#src/paths.ts';
import { company, quote } from '#src/words/site.ts';

/** Texts ordered by the product specification, by page; they must be readable without scripts. */
const ordered: Record<string, string[]> = {
  '/': [
    "Empower Zambia's Future with HERO Control System!",
    'Explore More Inside HCS',
    "aiming to become Africa's first high-tech chip maker",
    'Heroism is fundamentally harmonism.',
    'be an African leader in electronics R&D, chip design and manufacturing by 2050',
    ...["O'Sense", 'Water Handler', 'ZStudy', 'Travis Labs', ...home.founder.message],
  ],
  '/insider/who-we-are': [
    ...['History', 'founded in 2019', '2021', 'Lusaka', 'Core Values', 'Vision', 'Mission', 'Why Us'],
    ...['Innovation', 'Integrity', 'Collaboration', 'Community Focus'],
    ...['In-House', 'Accountability', 'Partnerships', 'Quality', 'Impact'],
  ],
  '/insider/team': ['Our Teams', 'Advisory Board'],
  '/insider/investor': [
    ...['Message to our investors', 'Pioneering technology in Africa', 'Market opportunity'],
    'leader in electronics R&D and chip design by 2050',
    'lack of local startup launch labs',
    ...['Expand R&D', 'Scale to new markets', 'Enhance products', 'Email Us'],
  ],
  '/insider/award': [
    'recognised by a national innovation competition as the most innovative STEM solution',
    'recognised as an instructor and expert in electronics design by a circuit-design software provider',
  ],
  '/insider/csr': [
    ...['Corporate Social Responsibility', 'Education and Digital Inclusion'],
    ...['Environmental Sustainability', 'Community Development', 'Health and Well-being'],
  ],
  '/commercial/waterhandler': [
    ...['Smart valve installation', 'IP68', 'Mobile app', 'AI monitoring', 'Support'],
    ...['Smart homes', 'Smart cities', 'Commercial use'],
  ],
  '/commercial/osense': [
    ...['Labor management', 'Fleet management', 'Resource allocation', 'AI analytics'],
    'Real-time monitoring',
  ],
  '/commercial/zstudy': ['Content creation', 'School management', 'Virtual labs', 'STEM kits'],
  '/commercial/travis': [
    ...['Electronics design', 'Firmware', '3D casing', 'Certification'],
    ...['Distributed manufacturing', 'Assembly'],
  ],
  '/contact': [
    ...['Hotline', 'Email', 'Support hours', 'Mon-Fri 08:00 to 17:00', 'Sat-Sun 08:00 to 13:00'],
    ...['Office Location', 'Lusaka, Zambia'],
  ],
  '/no/such/page': [
    ...['404 - Page Not Found', 'Go to Homepage'],
    'The Page you are looking for might be removed had its name change or temporarily unavailable',
  ],
};

test.each(Object.entries(ordered))('%s shows what the specification orders', async (path, words) => {
  const text = (await mainOf(path)).textContent.replaceAll(/\s+/g, ' ');
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
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

test('Home links to the products in the specified order; two of them have a video', async () => {
  const links = hrefs(await mainOf('/')).filter((href) => href?.startsWith('/commercial/'));
  expect([...new Set(links)]).toEqual([
    '/commercial/osense',
    '/commercial/waterhandler',
    '/commercial/zstudy',
    '/commercial/travis',
  ]);
  expect(home.partners.list).toHaveLength(4);
  expect([osense.video, zstudy.video]).not.toContain(undefined);
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

test('each person has a card with a role and a profile link', async () => {
  const cards = [...(await mainOf(pages.team.path)).querySelectorAll('article.card')];
  for (const person of [...members, ...advisors]) {
    const card = cards.find((one) => one.querySelector('h3')?.textContent === person.name);
    expect(card?.textContent).toContain('position' in person ? person.position : person.role);
    expect(hrefs(card), person.name).toContain(person.profile);
  }
});

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

async function mainOf(path: string): Promise<Element> {
  const main = new JSDOM((await render(path)).html).window.document.querySelector('main');
  if (main === null) throw new Error(`${path} has no main`);
  return main;
}
