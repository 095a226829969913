import { type PageName, pages } from '#src/paths.ts';

/** `hint`: says what the page is, in the menu and after its title; its first word can begin in lower case. */
type NavigationLink = { label: string; page: PageName; hint?: string };
export type MegaMenu = { id: string; label: string; image: string; links: NavigationLink[] };

const subsidiaries: NavigationLink[] = [
  { label: "O'Sense", page: 'osense', hint: 'Crew, vehicle and fuel tracking' },
  { label: 'Water Handler', page: 'waterhandler', hint: 'Leak monitoring and shut-off valve' },
  { label: 'ZStudy', page: 'zstudy', hint: 'Lessons, virtual lab and STEM kits' },
  { label: 'Travis Labs', page: 'travis', hint: 'Electronics design and assembly' },
];

export const megaMenus: MegaMenu[] = [
  {
    id: 'inside',
    label: 'Inside',
    image: '/images/menu/inside.webp',
    links: [
      { label: 'Who We Are', page: 'whoWeAre', hint: 'Our story since 2019' },
      { label: 'Our Teams', page: 'team', hint: 'Leaders and advisors' },
      { label: 'Investor', page: 'investor', hint: 'Why invest, and what we need' },
      { label: 'Career', page: 'career', hint: 'Open vacancies' },
      {
        label: 'Achievement, Awards & Recognition',
        page: 'award',
        hint: 'For STEM education and electronics design',
      },
      { label: 'Corporate Social Responsibility', page: 'csr', hint: 'What we give back' },
    ],
  },
  {
    id: 'subsidiaries',
    label: 'Subsidiaries',
    image: '/images/menu/subsidiaries.webp',
    links: subsidiaries,
  },
];

export const headerLinks: NavigationLink[] = [
  { label: 'Media Center', page: 'mediaRoom' },
  { label: 'Contact', page: 'contact' },
];

type FooterColumn = { heading: string; links: NavigationLink[] };

/** Heading of the fourth column, whose links are in company.ts. */
export const socialHeading = 'Social Link';

export const footerColumns: FooterColumn[] = [
  {
    heading: 'Products & Services',
    links: subsidiaries,
  },
  {
    heading: 'Our Company',
    links: [
      { label: 'Who We Are', page: 'whoWeAre' },
      { label: 'Our Teams', page: 'team' },
      { label: 'Investor', page: 'investor' },
      { label: 'Awards', page: 'award' },
      { label: 'Social Responsibility', page: 'csr' },
    ],
  },
  {
    heading: 'Quick Link',
    links: [
      { label: 'Home', page: 'home' },
      { label: 'Media Center', page: 'mediaRoom' },
      { label: 'Career', page: 'career' },
      { label: 'Contact', page: 'contact' },
      { label: 'Privacy', page: 'privacy' },
      { label: 'Saved on this device', page: 'saved' },
    ],
  },
];

/** In the menu of the installed app's icon. */
export const shortcuts: NavigationLink[] = [
  { label: 'Media Center', page: 'mediaRoom' },
  { label: 'Career', page: 'career' },
  { label: 'Contact', page: 'contact' },
];
export const shortcutHint = (label: string) => `Open ${label}`;

const hints = new Map(megaMenus.flatMap(({ links }) => links.map(({ page, hint }) => [page, hint])));

/** `O'Sense: crew, vehicle and fuel tracking` */
export function titleWithHint(name: PageName): string {
  const [first = '', ...rest] = hints.get(name) ?? '';
  return pages[name].title + (first && `: ${first.toLowerCase()}${rest.join('')}`);
}

export function linkPath(link: NavigationLink): string {
  return pages[link.page].path;
}
