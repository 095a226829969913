/** Title and description of each page, on it, in search results and link previews. */
export const titles = {
  home: {
    title: "Empower Zambia's Future with HERO Control System!",
    description:
      'Leak control for homes and cities, operations software for companies, science kits for schools and an electronics lab, designed in Lusaka, Zambia.',
  },
  contact: {
    title: 'Contact Us',
    description:
      'Call, write to or visit HERO Control System in Lusaka. Support is available seven days a week.',
  },
  ask: {
    title: 'Ask us',
    description: 'Ask for a quote, or put a question to our engineers in Lusaka.',
  },
  whoWeAre: {
    title: 'Who We Are',
    description:
      'The history, values and goals of HERO Control System, an electronics and software company in Lusaka.',
  },
  team: {
    title: 'Our Teams',
    description: 'The engineers and leaders of HERO Control System, and the advisory board that guides them.',
  },
  investor: {
    title: 'Investor',
    description:
      'Why invest in HERO Control System: electronics and software from Zambia for African markets.',
  },
  career: {
    title: 'Career',
    description:
      'Open vacancies at HERO Control System in Lusaka. Apply from your phone, even without a connection.',
  },
  vacancy: {
    title: 'Vacancy',
    description: 'An open vacancy at HERO Control System in Lusaka, Zambia.',
  },
  award: {
    title: 'Achievement, Awards & Recognition',
    description:
      'An award for our STEM learning product, and recognition of our founder as an expert in electronics design.',
  },
  csr: {
    title: 'Corporate Social Responsibility',
    description:
      'How HERO Control System supports education, the environment, communities and health in Zambia.',
  },
  waterhandler: {
    title: 'Water Handler',
    description:
      'Smart leak monitoring for homes, cities and businesses: an IP68 valve that shuts off your water and alerts your phone.',
  },
  osense: {
    title: "O'Sense",
    description:
      'ERP, IoT and AI for companies that work outdoors: labor, fleet, resources and real-time monitoring in one platform.',
  },
  zstudy: {
    title: 'ZStudy',
    description:
      'A STEM education platform for schools: content creation, school management, virtual labs and STEM kits.',
  },
  travis: {
    title: 'Travis Labs',
    description:
      'An electronics and software R&D lab for startups and factories: design, firmware, 3D casing, certification and assembly.',
  },
  mediaRoom: {
    title: 'MEDIA CENTER',
    description: 'Press releases and blog posts from HERO Control System in Lusaka.',
  },
  mediaList: {
    title: 'Media list',
    description: 'Press releases and blog posts from HERO Control System, newest first.',
  },
  mediaDetail: {
    title: 'Media Center',
    description: 'An article from the Media Center of HERO Control System.',
  },
  privacy: {
    title: 'Privacy',
    description:
      'Which personal data HERO Control System stores, why and for how long, and how to have it deleted.',
  },
  saved: {
    title: 'Saved on this device',
    description: 'Pages and articles you can read here without a connection, and how to delete them.',
  },
  thanks: {
    title: 'Thank you',
    description: 'Your request has arrived at HERO Control System.',
  },
  application: {
    title: 'Your application',
    description: 'The status of your application to HERO Control System.',
  },
  notFound: {
    title: '404 - Page Not Found',
    description: 'This page does not exist. Try the home page, the Media Center or our vacancies.',
  },
} as const;
