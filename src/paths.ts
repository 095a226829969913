/** The pages and the calls of the connect API, for the router, the build, the server, the worker and the tests. */
import type { Page } from './contract/page.ts';

const complete = { kind: 'static', sitemap: true, csp: 'strict' } as const;
const unlisted = { ...complete, sitemap: false } as const;
const filled = { kind: 'data', sitemap: true, csp: 'strict' } as const;

/** Separate, so that the worker does not bundle the pages' texts. */
export const savedPath = '/saved';

export const pages = {
  home: {
    path: '/',
    title: "Empower Zambia's Future with HERO Control System!",
    description:
      'Leak control for homes and cities, operations software for companies, science kits for schools and an electronics lab, designed in Lusaka, Zambia.',
    ...complete,
  },
  contact: {
    path: '/contact',
    title: 'Contact Us',
    description:
      'Call, write to or visit HERO Control System in Lusaka. Support is available seven days a week.',
    ...complete,
    csp: 'maps',
  },
  whoWeAre: {
    path: '/insider/who-we-are',
    title: 'Who We Are',
    description:
      'The history, values and goals of HERO Control System, an electronics and software company in Lusaka.',
    ...complete,
  },
  team: {
    path: '/insider/team',
    title: 'Our Teams',
    description: 'The engineers and leaders of HERO Control System, and the advisory board that guides them.',
    ...complete,
  },
  investor: {
    path: '/insider/investor',
    title: 'Investor',
    description:
      'Why invest in HERO Control System: electronics and software from Zambia for African markets.',
    ...complete,
  },
  career: {
    path: '/insider/career',
    title: 'Career',
    description:
      'Open vacancies at HERO Control System in Lusaka. Apply from your phone, even without a connection.',
    ...filled,
  },
  vacancy: {
    path: '/insider/career/:id',
    title: 'Vacancy',
    description: 'An open vacancy at HERO Control System in Lusaka, Zambia.',
    ...filled,
    sitemap: false,
  },
  award: {
    path: '/insider/award',
    title: 'Achievement, Awards & Recognition',
    description:
      'An award for our STEM learning product, and recognition of our founder as an expert in electronics design.',
    ...complete,
  },
  csr: {
    path: '/insider/csr',
    title: 'Corporate Social Responsibility',
    description:
      'How HERO Control System supports education, the environment, communities and health in Zambia.',
    ...complete,
  },
  waterhandler: {
    path: '/commercial/waterhandler',
    title: 'Water Handler',
    description:
      'Smart leak monitoring for homes, cities and businesses: an IP68 valve that shuts off your water and alerts your phone.',
    ...complete,
  },
  osense: {
    path: '/commercial/osense',
    title: "O'Sense",
    description:
      'ERP, IoT and AI for companies that work outdoors: labor, fleet, resources and real-time monitoring in one platform.',
    ...complete,
  },
  zstudy: {
    path: '/commercial/zstudy',
    title: 'ZStudy',
    description:
      'A STEM education platform for schools: content creation, school management, virtual labs and STEM kits.',
    ...complete,
  },
  travis: {
    path: '/commercial/travis',
    title: 'Travis Labs',
    description:
      'An electronics and software R&D lab for startups and factories: design, firmware, 3D casing, certification and assembly.',
    ...complete,
  },
  mediaRoom: {
    path: '/media-room',
    title: 'MEDIA CENTER',
    description: 'Press releases and blog posts from HERO Control System in Lusaka.',
    ...filled,
  },
  mediaList: {
    path: '/media-room/filter/:type(press|blog)',
    title: 'Media list',
    description: 'Press releases and blog posts from HERO Control System, newest first.',
    ...filled,
  },
  mediaDetail: {
    path: '/media-room/:id',
    title: 'Media Center',
    description: 'An article from the Media Center of HERO Control System.',
    ...filled,
    sitemap: false,
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description:
      'Which personal data HERO Control System stores, why and for how long, and how to have it deleted.',
    ...complete,
  },
  saved: {
    path: savedPath,
    title: 'Saved on this device',
    description: 'Pages and articles you can read here without a connection, and how to delete them.',
    ...unlisted,
  },
  thanks: {
    path: '/thanks',
    title: 'Thank you',
    description: 'Your request has arrived at HERO Control System.',
    ...unlisted,
  },
  application: {
    path: '/application',
    title: 'Your application',
    description: 'The status of your application to HERO Control System.',
    ...unlisted,
  },
  notFound: {
    path: '/404',
    title: '404 - Page Not Found',
    description: 'This page does not exist. Try the home page, the Media Center or our vacancies.',
    ...unlisted,
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export function mediaListPath(type: 'press' | 'blog', page = 0): string {
  const path = pages.mediaList.path.replace(/:.*/, type);
  return page === 0 ? path : `${path}?page=${page}`;
}

export const withId = (path: string, id: string) => path.replace(':id', encodeURIComponent(id));
export const mediaDetailPath = (id: string) => withId(pages.mediaDetail.path, id);
export const vacancyPath = (id: string) => withId(pages.vacancy.path, id);

/** The vacancy's page with the application form, which works without script. */
export const applyQuery = { name: 'apply', value: '1' } as const;
export const applySearch = `?${applyQuery.name}=${applyQuery.value}`;
export const applyPath = (id: string) => vacancyPath(id) + applySearch;

/** Browsers do not send the part after `#`, so it reaches no server log. */
export const followPath = (secret: string) => `${pages.application.path}#${secret}`;

const mediaListPrefix = (type: 'press' | 'blog') => `/media-room/${type}/`;
const mediaDetailPrefix = '/media/';

/** The connect API's calls, relative to its base. */
export const connectCalls = {
  mediaList: (type: 'press' | 'blog', page = 0) => `${mediaListPrefix(type)}${page}`,
  /** All pages of a list begin with it. */
  mediaListPrefix,
  mediaPriority: '/media-priority',
  mediaDetail: (id: string) => mediaDetailPrefix + encodeURIComponent(id),
  mediaDetailPrefix,
  jobList: '/job-list',
  subscribe: '/subscribe',
  jobApply: '/job-apply',
  features: '/features',
  alerts: '/alerts',
  application: '/application',
} as const;
