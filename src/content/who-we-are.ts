import { statements } from './statements.ts';

export const whoWeAre = {
  history: {
    heading: 'History',
    text: [
      'HERO Control System was founded in 2019, by an engineer who was tired of waiting eleven weeks for a circuit board. For two years it lived on kitchen tables: evenings, a hotplate, and the first leak sensor, built for a neighbour.',
      "In 2021 we opened our office in Lusaka and have operated from it ever since. The first year brought Water Handler, the second O'Sense and the ZStudy kit. In 2025 we assembled our first board with four layers, and in 2026 a room with our own reflow oven took over from the hotplate. The hotplate hangs on the wall.",
      'We work with partners worldwide. The most important ones are in the United States; the strictest ones are in Grade 7.',
    ],
    milestones: [
      { year: '2019', text: 'Founded' },
      { year: '2021', text: 'Office in Lusaka' },
      { year: '2025', text: 'First four-layer board' },
      { year: '2026', text: 'Own assembly room' },
    ],
  },
  values: {
    heading: 'Core Values',
    list: [
      {
        title: 'Innovation',
        text: 'We would rather try a thing on Tuesday than discuss it until Friday.',
      },
      {
        title: 'Integrity',
        text: 'What we measure is what we report. Our faults are published next to our results.',
      },
      {
        title: 'Collaboration',
        text: 'Nobody checks their own board. The second pair of eyes is our best machine.',
      },
      {
        title: 'Community Focus',
        text: 'We start from the tap, the truck and the classroom next door. What helps there travels well.',
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
    list: [
      {
        title: 'Innovation',
        text: 'Models that run on the device itself, radios that cross a town, cases that outlive October.',
      },
      {
        title: 'In-House',
        text: 'Schematic, firmware, app, case and assembly sit in one corridor. Questions take a minute.',
      },
      {
        title: 'Accountability',
        text: 'One name is answerable for each product, and it is printed on the board.',
      },
      {
        title: 'Partnerships',
        text: 'Makers, universities and distributors on three continents, each chosen for one thing done well.',
      },
      {
        title: 'Quality',
        text: 'Every board is tested, never a sample. Valves are drowned for three days before one is sold.',
      },
      {
        title: 'Impact',
        text: 'We count litres saved, hours paid and lessons taught, and stop what does not move them.',
      },
    ],
  },
  proof: {
    heading: 'See it for yourself',
    text: 'Meet the people who do the work, or visit us in Lusaka on the first Friday of a month.',
    team: 'Meet our teams',
    contact: 'Plan a visit',
  },
} as const;
