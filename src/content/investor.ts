import { statements } from '#src/words/site.ts';

import type { IconName } from './icons.ts';

export const sample =
  'details of the reasons, the problem and the use of the money; the figures, whose sources are sample articles';

export const investor = {
  figures: [
    { value: '40', label: 'homes in Kalingalinga with our leak valves', source: 'kalingalinga-leak-valves' },
    { value: '12', label: 'schools in Chongwe with our kits', source: 'stem-kits-chongwe-schools' },
  ],
  video: {
    title: 'Message to our investors',
    poster: '/images/posters/investors.svg',
    webm: '/videos/investors.webm',
    mp4: '/videos/investors.mp4',
    captions: '/videos/investors.vtt',
  },
  reasons: {
    heading: 'Why invest in HCS',
    icons: ['board', 'code', 'chart'] satisfies IconName[],
    list: [
      {
        title: 'Pioneering technology in Africa',
        text: 'We design and assemble circuit boards in Lusaka, and write the AI and IoT software that runs on them.',
      },
      {
        title: 'Unique expertise combining software and hardware',
        text: 'One team builds the hardware, the firmware, the app and the server.',
      },
      {
        title: 'Market opportunity',
        text: 'Leaks waste water, companies cannot see where their fuel goes, and schools teach science without a lab. Other African countries have the same needs.',
      },
    ],
  },
  mission: { heading: 'Mission', text: statements.mission },
  vision: {
    heading: 'Vision',
    text: 'To be a leader in electronics R&D and chip design by 2050.',
  },
  problem: {
    heading: 'The problem we solve',
    text: [
      'There is a lack of local startup launch labs. People with an idea for a device have nowhere in Zambia to get it designed, built, tested and certified. They send the work abroad and wait, or give up.',
      'Travis Labs fills this gap. In Lusaka, it designs, programs, assembles and tests their devices and takes them through certification.',
    ],
  },
  ask: {
    heading: 'The ask',
    text: 'We are looking for investors to help us do three things:',
    list: [
      {
        title: 'Expand R&D',
        text: 'More research into electronics and, step by step, into chip design.',
      },
      {
        title: 'Scale to new markets',
        text: 'Our products in more parts of Zambia and in other African countries.',
      },
      {
        title: 'Enhance products',
        text: "Improvements to Water Handler, O'Sense, ZStudy and Travis Labs, based on what customers tell us.",
      },
    ],
  },
  contact: {
    heading: 'Talk to us',
    text: 'Email or call us. You are also welcome to visit the lab.',
    people: 'Meet our teams',
    button: 'Email Us',
    write: 'Write to us about investing',
    subject: 'Investing in HERO Control System',
  },
};
