/** The title of each page: on the page, in search results and in link previews. */
export const titles = {
  home: "Empower Zambia's Future with HERO Control System!",
  contact: 'Contact Us',
  ask: 'Ask us',
  whoWeAre: 'Who We Are',
  team: 'Our Teams',
  investor: 'Investor',
  career: 'Career',
  vacancy: 'Vacancy',
  award: 'Achievement, Awards & Recognition',
  csr: 'Corporate Social Responsibility',
  waterhandler: 'Water Handler',
  osense: "O'Sense",
  zstudy: 'ZStudy',
  travis: 'Travis Labs',
  mediaRoom: 'MEDIA CENTER',
  mediaList: 'Media list',
  mediaDetail: 'Media Center',
  privacy: 'Privacy',
  saved: 'Saved on this device',
  thanks: 'Thank you',
  application: 'Your application',
  notFound: '404 - Page Not Found',
} as const;

export const descriptions = {
  home: 'Electronics and software from Lusaka: tracking for trucks and crews, leak valves for homes and clinics, science kits for schools, boards to order.',
  contact: 'Call, write to or visit HERO Control System in Lusaka. Support is available seven days a week.',
  ask: 'Ask for a quote, or put a question to our engineers in Lusaka.',
  whoWeAre:
    'Who our customers are, how to buy from us, how to visit, and the story of HERO Control System in Lusaka.',
  team: 'The engineers and leaders of HERO Control System, and the advisory board that guides them.',
  investor: 'Why invest in HERO Control System: electronics and software from Zambia for African markets.',
  career:
    'Open vacancies at HERO Control System in Lusaka. Apply from your phone, even without a connection.',
  vacancy: 'An open vacancy at HERO Control System in Lusaka, Zambia.',
  award:
    'An award for our STEM learning product, and recognition of our founder as an expert in electronics design.',
  csr: 'How HERO Control System supports education, the environment, communities and health in Zambia.',
  waterhandler:
    'A hidden leak often shows only on the water bill. Water Handler finds it, shuts off the water and alerts your phone.',
  osense:
    "Where are your trucks, who is on site, and where did the fuel go? O'Sense shows you, even without a network.",
  zstudy:
    'Most schools teach science without a lab. ZStudy brings lessons, a virtual lab and STEM kits into any classroom, without internet.',
  travis:
    'You have an idea for a device? Our lab in Lusaka designs, programs, tests and assembles it, from one prototype to 500 boards.',
  mediaRoom: 'Press releases and blog posts from HERO Control System in Lusaka.',
  mediaList: 'Press releases and blog posts from HERO Control System, newest first.',
  mediaDetail: 'An article from the Media Center of HERO Control System.',
  privacy:
    'Which personal data HERO Control System stores, why and for how long, and how to have it deleted.',
  saved: 'Pages and articles you can read here without a connection, and how to delete them.',
  thanks: 'We have received what you sent us.',
  application: 'The status of your application to HERO Control System.',
  notFound: 'This page does not exist. Try the home page, the Media Center or our vacancies.',
} as const satisfies Record<keyof typeof titles, string>;
