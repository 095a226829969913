import { statements } from './company.ts';
import type { IconName } from './icons.ts';

export const investor = {
  video: {
    title: 'Message to our investors',
    poster: '/images/posters/investors.svg',
    webm: '/videos/investors.webm',
    mp4: '/videos/investors.mp4',
    captions: '/videos/investors.vtt',
  },
  videoHeight: 600,
  reasons: {
    heading: 'Why invest in HCS',
    icons: ['board', 'code', 'chart'] satisfies IconName[],
    list: [
      {
        title: 'Pioneering technology in Africa',
        text: 'Four-layer boards, radio and AI models that run on the device, designed and assembled in Lusaka.',
      },
      {
        title: 'Unique expertise combining software and hardware',
        text: 'One team builds the hardware, the firmware, the app and the server. Most competitors buy in at least one of these.',
      },
      {
        title: 'Market opportunity',
        text: 'Utilities lose much of the water they treat, companies cannot see where their fuel goes, and schools teach science without a lab. Many other African countries have the same needs.',
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
      'There is a lack of local startup launch labs. People with an idea for a device have nowhere to design, build, test and certify it. They have to send it abroad and wait, and many give up.',
      'Travis Labs fills this gap. It delivers ten working prototypes eight working days after the bare boards arrive, and customers who succeed go on to manufacture with us.',
    ],
  },
  ask: {
    heading: 'The ask',
    text: 'We are raising growth capital for three things:',
    list: [
      {
        title: 'Expand R&D',
        text: 'A second board team, a radio test chamber and our first chip designers.',
      },
      {
        title: 'Scale to new markets',
        text: "Distributors for Water Handler and O'Sense in the region.",
      },
      {
        title: 'Enhance products',
        text: 'Longer battery life, export certification and a lower cost per valve.',
      },
    ],
  },
  contact: {
    heading: 'Talk to us',
    text: 'We will send you our figures and references. You are welcome to visit the lab.',
    button: 'Email Us',
    subject: 'Investing in HERO Control System',
  },
};
