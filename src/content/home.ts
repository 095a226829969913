import { statements } from '#src/words/site.ts';

import { drawing } from './pictures.ts';

export const sample = "the founder's name and message, where boards are made, the names of three partners";

export const home = {
  hero: {
    button: 'Explore More Inside HCS',
    picture: drawing('home/hero', 'Illustration: a chip with our logo on a circuit board', 1280, 800),
  },
  products: {
    heading: 'What we sell',
    button: 'Learn More',
    cards: [
      {
        page: 'osense' as const,
        need: 'Track trucks and fuel',
        text: 'An ERP for companies that work outdoors: tracks crews, vehicles and fuel, with or without a network.',
      },
      {
        page: 'waterhandler' as const,
        need: 'Find and stop leaks',
        text: 'For smart homes, estates, clinics and lodges: detects leaks, shuts off your water and alerts your phone.',
      },
      {
        page: 'zstudy' as const,
        need: 'Teach science by experiment',
        text: 'Education without a lab: gives schools science lessons, a virtual lab and kits. No internet needed.',
      },
      {
        page: 'travis' as const,
        need: 'Have your device built',
        text: 'Research and development: turns your idea for a device into a tested and assembled product.',
      },
    ],
  },
  about: {
    heading: 'Who we are',
    text: [
      'HERO Control System was founded in 2019 and has worked from its own office in Lusaka since 2021. We design electronic circuit boards and write the software around them, including mobile and web apps.',
      'The bare boards are made abroad. We assemble and test the devices here.',
    ],
    picture: drawing('home/about', 'The lab in Lusaka: bench, oscilloscope and a rack of test boards', 560),
    button: 'Learn More',
    buttonAbout: 'who we are',
  },
  founder: {
    heading: 'A message from our founder',
    name: 'Mutale Chanda',
    position: 'Founder and Chief Executive Officer',
    picture: drawing('home/founder', '', 320, 320),
    readMoreAbout: 'the founder and how the company began',
    /** The page shows the first paragraph, the dialog all of them. */
    message: [
      'In 2019 I sent my first board abroad to be made and waited eleven weeks for it. It came back with one connection missing. The mistake was mine. Had the board been made here, I could have fixed it in an evening. That is why I founded this company.',
      'We started with a hotplate, a borrowed microscope and three friends. In 2021 we opened our office in Lusaka. Farmers brought us pumps without gauges, clinics brought fridges that failed at night, and schools asked for science lessons with real parts. For each, we built the simplest board that did the job.',
      'Today our valves stop leaks, our trackers work on roads without a network, and schools teach with our kits. None of us did this alone. To me, a hero is someone who helps others work together. Heroism is fundamentally harmonism.',
      'People often ask me whether a chip can be made in Zambia. I believe it can. There are many steps between the circuit boards we make now and a chip, and we are taking them one at a time.',
      'If you would like to be part of it, come and visit us.',
    ],
  },
  statementsHeading: 'What we stand for',
  statements: [
    { title: 'Mission', text: statements.mission },
    { title: 'Value', text: statements.value },
    { title: 'Vision', text: statements.vision },
  ],
  closing: { vacancies: 'See our vacancies', investors: 'For investors' },
  partners: {
    heading: 'Partners',
    list: ['Leadership school', 'National science and technology council', 'Verimond', 'Academy'],
  },
};
