import { type PageName, pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

/** `hint` says what the page is, in the menu and after its title. Its first word must also work in lower case. */
type NavigationLink = { label: string; page: PageName; hint?: string };
export type ProductLink = NavigationLink & { page: 'osense' | 'waterhandler' | 'zstudy' | 'travis' };
/** `id` also names the menu's picture. */
export type MegaMenu = { id: string; label: string; links: NavigationLink[] };

/** A link named after its page. */
function to<P extends PageName>(page: P, hint?: string): NavigationLink & { page: P } {
  return { label: titles[page], page, hint };
}

export const products: ProductLink[] = [
  to('osense', 'Crew, vehicle and fuel tracking'),
  to('waterhandler', 'Leak monitoring and shut-off valve'),
  to('zstudy', 'Lessons, virtual lab and STEM kits'),
  to('travis', 'Electronics design and assembly'),
];

export const megaMenus: MegaMenu[] = [
  {
    id: 'inside',
    label: 'Inside',
    links: [
      to('whoWeAre', 'Our customers and our story'),
      to('team', 'Leaders and advisors'),
      to('investor', 'Why invest, and what we need'),
      to('career', 'Open vacancies'),
      to('award', 'For STEM education and electronics design'),
      to('csr', 'What we give back'),
    ],
  },
  {
    id: 'subsidiaries',
    label: 'Subsidiaries',
    links: products,
  },
];

export const headerLinks: NavigationLink[] = [
  { label: 'Media Center', page: 'mediaRoom' },
  { label: 'Contact', page: 'contact' },
];

type FooterColumn = { heading: string; links: NavigationLink[] };

/** Heading of the fourth column, whose links are in `words/site.ts`. */
export const socialHeading = 'Social Link';

export const footerColumns: FooterColumn[] = [
  {
    heading: 'Products & Services',
    links: products,
  },
  {
    heading: 'Our Company',
    links: [
      to('whoWeAre'),
      to('team'),
      to('investor'),
      { label: 'Awards', page: 'award' },
      { label: 'Social Responsibility', page: 'csr' },
    ],
  },
  {
    heading: 'Quick Link',
    links: [
      { label: 'Home', page: 'home' },
      { label: 'Media Center', page: 'mediaRoom' },
      to('career'),
      { label: 'Contact', page: 'contact' },
      to('ask'),
      to('privacy'),
      to('saved'),
    ],
  },
];

const hints = new Map(megaMenus.flatMap(({ links }) => links.map(({ page, hint }) => [page, hint])));

/** `O'Sense: crew, vehicle and fuel tracking` */
export function titleWithHint(name: PageName): string {
  const [first = '', ...rest] = hints.get(name) ?? '';
  return titles[name] + (first && `: ${first.toLowerCase()}${rest.join('')}`);
}

export function linkPath(link: NavigationLink): string {
  return pages[link.page].path;
}
