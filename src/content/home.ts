import { statements } from './company.ts';
import { drawing } from './pictures.ts';

export const home = {
  hero: {
    button: 'Explore More Inside HCS',
    products: 'See the products',
    talk: 'Talk to an engineer',
  },
  founder: {
    heading: 'A message from our founder',
    name: 'Mutale Chanda',
    position: 'Founder and Chief Executive Officer',
    picture: drawing('home/founder', '', 320, 320),
    readMoreAbout: 'the founder and how the company began',
    /** The first paragraph stands on the page, all of them in the dialog. */
    message: [
      'In 2019 I sent my first board abroad to be made, and waited eleven weeks for it. It came back with one wire missing. The mistake was mine; here I could have fixed it in an evening. That is why this company exists.',
      'We began with a hotplate, a borrowed microscope and three friends who would not be talked out of it. In 2021 we opened our doors in Lusaka. Farmers brought us pumps that nobody could read, clinics brought fridges that failed at night, and schools brought science lessons without a single wire in them. We answered each with the smallest board that does the job.',
      'Today our valves close by themselves, our trackers keep working on roads without a network, and children who took our kits apart at twelve now apply for our internships. No single hero did this. To me the word in our name means someone who makes the parts fit together. Heroism is fundamentally harmonism.',
      'I am often asked whether a chip can be made in Zambia. The copper is ours, the silica is ours, and I have met the people who will do it: some of them are in Grade 8. Our part is to build the steps in between, one at a time.',
      'If you want to build one with us, come by. The kettle is on.',
    ],
  },
  about: {
    heading: 'Who we are',
    text: [
      'HERO Control System was founded in 2019 and has worked from its own office in Lusaka since 2021. We design and manufacture electronic circuit boards, and we write the software around them, down to the mobile and web apps that talk to our hardware.',
      'We have partners worldwide, with key ones in the United States. We draw, assemble and test our boards here.',
    ],
    picture: drawing('home/about', 'The lab in Lusaka: bench, oscilloscope and a rack of test boards', 560),
    button: 'Learn More',
    buttonAbout: 'who we are',
  },
  statementsHeading: 'What we stand for',
  statements: [
    { title: 'Mission', text: statements.mission },
    { title: 'Value', text: statements.value },
    { title: 'Vision', text: statements.vision },
  ],
  subsidiaries: {
    heading: 'Our subsidiaries',
    lead: 'Four teams, one workbench.',
    button: 'Learn More',
    cards: [
      {
        page: 'osense' as const,
        name: "O'Sense",
        kind: 'ERP',
        text: 'See crews, trucks, fuel and machines in one live picture, with or without a signal on site.',
      },
      {
        page: 'waterhandler' as const,
        name: 'Water Handler',
        kind: 'Smart home water',
        text: 'A valve that hears a leak at three in the morning, closes, and then wakes you.',
      },
      {
        page: 'zstudy' as const,
        name: 'ZStudy',
        kind: 'Education',
        text: 'Lessons, labs and kits for hands-on science, even off the grid.',
      },
      {
        page: 'travis' as const,
        name: 'Travis Labs',
        kind: 'Research and development',
        text: 'From a sketch to a certified product: schematic, firmware, case, test and assembly.',
      },
    ],
  },
  partners: {
    heading: 'Partners',
    list: [
      { name: 'Leadership School', id: 'leadership-school' },
      { name: 'National Science and Technology Council', id: 'science-council' },
      { name: 'Verimond', id: 'verimond' },
      { name: 'Academy', id: 'academy' },
    ],
  },
};
