import { statements } from './company.ts';

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
    list: [
      {
        title: 'Pioneering technology in Africa',
        text: 'Four-layer boards, radio, and AI models that run on the device, all designed and assembled in Lusaka.',
      },
      {
        title: 'Unique expertise combining software and hardware',
        text: 'One team owns the valve, its firmware, its app and the server behind it. Most competitors have to buy three of the four.',
      },
      {
        title: 'Market opportunity',
        text: 'Utilities lose a large part of the water they treat, fleets pay for fuel that no one sees, and schools teach science without a lab. We meet these customers every day, and forty other countries have the same needs.',
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
      'There is a lack of local startup launch labs. People with a good idea for a device have nowhere to draw, build, test and certify it. So they send it abroad, wait, and often give up.',
      'Travis Labs is that place. We make ten working prototypes in eight working days, with the inventor beside us. Customers who succeed go on to manufacture with us.',
    ],
  },
  ask: {
    heading: 'The ask',
    text: 'We are raising growth capital and will account for its use line by line. It will go into three things:',
    list: [
      {
        title: 'Expand R&D',
        text: 'A second board team, a radio test chamber, and the first step into chip design.',
      },
      {
        title: 'Scale to new markets',
        text: "Water Handler and O'Sense with distributors in the region.",
      },
      {
        title: 'Enhance products',
        text: 'Longer battery life, certification for export, and lower cost per valve.',
      },
    ],
  },
  contact: {
    heading: 'Talk to us',
    text: 'We will send you figures, references and a list of what went wrong last year. You are welcome in the lab at any time.',
    button: 'Email Us',
    subject: 'Investing in HERO Control System',
  },
};
