import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { render } from '#src/entry-server.tsx';

/** What the product specification quotes or names, by the page that has to show it. */
const words: Record<string, string[]> = {
  '/': [
    "Empower Zambia's Future with HERO Control System!",
    'Explore More Inside HCS',
    'Mission',
    "expand electronics design and manufacturing, AI and IoT in Zambia with startups and research teams, aiming to become Africa's first high-tech chip maker",
    'Value',
    'Heroism is fundamentally harmonism.',
    'Vision',
    'be an African leader in electronics R&D, chip design and manufacturing by 2050',
    "O'Sense",
    'Water Handler',
    'ZStudy',
    'Travis Labs',
    'Read More',
    'Learn More',
  ],
  '/insider/who-we-are': [
    'History',
    'founded in 2019',
    '2021',
    'Lusaka',
    'Core Values',
    'Innovation',
    'Integrity',
    'Collaboration',
    'Community Focus',
    'Vision',
    'leader in electronics R&D, chip design and manufacturing in Africa by 2050',
    'Mission',
    'Why Us',
    'In-House',
    'Accountability',
    'Partnerships',
    'Quality',
    'Impact',
  ],
  '/insider/team': ['Our Teams', 'Read More', 'Advisory Board'],
  '/insider/investor': [
    'Message to our investors',
    'Pioneering technology in Africa',
    'Unique expertise combining software and hardware',
    'Market opportunity',
    'Mission',
    'leader in electronics R&D and chip design by 2050',
    'lack of local startup launch labs',
    'Expand R&D',
    'Scale to new markets',
    'Enhance products',
    'Email Us',
  ],
  '/insider/award': [
    'Achievement, Awards & Recognition',
    'recognised by a national innovation competition as the most innovative STEM solution',
    'recognised as an instructor and expert in electronics design by a circuit-design software provider',
  ],
  '/insider/csr': [
    'Corporate Social Responsibility',
    'Education and Digital Inclusion',
    'Environmental Sustainability',
    'Community Development',
    'Health and Well-being',
  ],
  '/commercial/waterhandler': [
    'Smart valve installation',
    'IP68',
    'Mobile app',
    'AI monitoring',
    'Support',
    'Smart homes',
    'Smart cities',
    'Commercial use',
  ],
  '/commercial/osense': [
    'ERP, IoT and AI operations management platform',
    'Labor management',
    'Fleet management',
    'Resource allocation',
    'AI analytics',
    'Real-time monitoring',
  ],
  '/commercial/zstudy': [
    'STEM education platform',
    'Content creation',
    'School management',
    'Virtual labs',
    'STEM kits',
  ],
  '/commercial/travis': [
    'electronics and software research and development lab',
    'Electronics design',
    'Firmware',
    '3D casing',
    'Certification',
    'Distributed manufacturing',
    'Assembly',
  ],
  '/contact': [
    'Hotline',
    'Email',
    'Support hours',
    'Mon-Fri 08:00 to 17:00',
    'Sat-Sun 08:00 to 13:00',
    'Office Location',
    'Lusaka, Zambia',
  ],
  '/privacy': [
    'Data Protection Act, 2021',
    'Google Maps',
    '365 days',
    'Outbox',
    'Every page of this site',
    'opened, seen in a list or saved',
  ],
  '/thanks': ['Thank you'],
  '/no/such/page': [
    '404 - Page Not Found',
    'The Page you are looking for might be removed had its name change or temporarily unavailable',
    'Go to Homepage',
  ],
};

test.each(Object.entries(words))('%s shows the words of the specification', async (path, expected) => {
  const main = await renderMain(path);
  const text = main.textContent.replaceAll(/\s+/g, ' ');
  for (const words of expected) expect(text).toContain(words);
});

async function renderMain(path: string): Promise<Element> {
  const { html } = await render(path);
  const main = new JSDOM(html).window.document.querySelector('main');
  if (main === null) throw new Error(`${path} has no main`);
  return main;
}
