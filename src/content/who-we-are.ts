import { statements } from './company.ts';

export const whoWeAre = {
  history: {
    heading: 'History',
    text: [
      'HERO Control System was founded in 2019, by an engineer who was tired of waiting eleven weeks for a circuit board. For two years we worked in the evenings, on kitchen tables, with a hotplate. There we built our first leak sensor, for a neighbour.',
      "In 2021 we opened our office in Lusaka and have operated from it ever since. The first year brought Water Handler, the second O'Sense and the ZStudy kit. In 2025 we assembled our first four-layer board, and in 2026 our own reflow oven replaced the hotplate, which now hangs on the wall.",
      'We work with partners worldwide, with key ones in the United States.',
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
    list: [
      {
        title: 'Innovation',
        text: 'We would rather try an idea on Tuesday than discuss it until Friday.',
      },
      {
        title: 'Integrity',
        text: 'We report what we measure, and publish our faults next to our results.',
      },
      {
        title: 'Collaboration',
        text: 'Nobody checks their own board: a second pair of eyes finds more.',
      },
      {
        title: 'Community Focus',
        text: 'We start with the tap, the truck and the classroom next door.',
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
        text: 'AI models that run on the device itself, radios that reach across a town, and cases that survive the October heat.',
      },
      {
        title: 'In-House',
        text: 'Schematics, firmware, apps, cases and assembly are on one corridor, so questions take a minute.',
      },
      {
        title: 'Accountability',
        text: 'One person answers for each product, and the name is printed on the board.',
      },
      {
        title: 'Partnerships',
        text: 'Makers, universities and distributors on three continents, each chosen for one thing it does well.',
      },
      {
        title: 'Quality',
        text: 'We test every board, not just a sample. We keep valves under water for three days before we sell any.',
      },
      {
        title: 'Impact',
        text: 'We count litres saved, hours paid and lessons taught, and drop whatever does not help.',
      },
    ],
  },
  proof: {
    heading: 'See it for yourself',
    text: 'Meet the people who do the work, or visit us in Lusaka on the first Friday of any month.',
    team: 'Meet our teams',
    contact: 'Plan a visit',
  },
} as const;
