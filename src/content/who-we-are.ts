import * as promises from '#src/words/promises.ts';
import { company, statements } from '#src/words/site.ts';

export const sample = 'how to buy and visit, the history except 2019 and 2021, details of values and reasons';

export const whoWeAre = {
  customers: {
    heading: 'Buying from us',
    icons: ['users', 'handshake', 'home'],
    list: [
      {
        title: 'Who our customers are',
        text: 'Homes, estates and clinics that lose water, companies with trucks and crews, schools, and anybody who needs a device built.',
      },
      {
        title: 'How to buy',
        text: `Ask for a quote. We will answer within ${promises.email}, and agree the price with you before any work begins.`,
      },
      {
        title: 'How to visit',
        text: `Our office is at ${company.office.address}. It is open to visitors on ${promises.friday}; on other days, please call first.`,
      },
    ],
    visit: 'Plan a visit',
  },
  history: {
    heading: 'History',
    text: [
      'HERO Control System was founded in 2019 by an engineer who had waited eleven weeks for a circuit board. For two years we worked at home in the evenings, and built our first leak sensor for a neighbour.',
      "In 2021 we opened our office in Lusaka and have operated from it ever since. There we developed Water Handler, O'Sense and ZStudy. In 2025 we assembled our first four-layer board, and in 2026 we opened our own assembly room.",
    ],
    milestones: [
      { title: '2019', text: 'Founded' },
      { title: '2021', text: 'Office in Lusaka' },
      { title: '2025', text: 'First four-layer board' },
      { title: '2026', text: 'Own assembly room' },
    ],
  },
  values: {
    heading: 'Core Values',
    icons: ['bulb', 'shield', 'users', 'home'],
    list: [
      {
        title: 'Innovation',
        text: 'We build a prototype early and learn from it.',
      },
      {
        title: 'Integrity',
        text: 'We report what we measure, including what did not work.',
      },
      {
        title: 'Collaboration',
        text: 'Every design is reviewed by a second person.',
      },
      {
        title: 'Community Focus',
        text: 'We first solve the problems of the people around us: water, transport and schools.',
      },
    ],
  },
  vision: {
    heading: 'Vision',
    text: 'To be a leader in electronics R&D, chip design and manufacturing in Africa by 2050.',
  },
  mission: { heading: 'Mission', text: statements.mission },
  whyUs: {
    heading: 'Why Us',
    icons: ['chip', 'home', 'user', 'handshake', 'certificate', 'target'],
    list: [
      {
        title: 'Innovation',
        text: 'AI models that run on the device itself, long-range radio, and cases built for the heat.',
      },
      {
        title: 'In-House',
        text: 'Schematics, firmware, apps, cases and assembly are all under one roof.',
      },
      {
        title: 'Accountability',
        text: 'One named person is responsible for each product.',
      },
      {
        title: 'Partnerships',
        text: 'We work with partners worldwide, including in the United States.',
      },
      {
        title: 'Quality',
        text: 'We test every board, and valves from every lot under water.',
      },
      {
        title: 'Impact',
        text: 'Our products save water and working hours, and bring experiments into classrooms.',
      },
    ],
  },
} as const;
