import { statements } from './statements.ts';

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
        text: 'Boards of four layers, radio, and models that decide on the device, designed and assembled in Lusaka. What we learn on the way cannot be imported.',
      },
      {
        title: 'Unique expertise combining software and hardware',
        text: 'One team owns the valve, its firmware, its app and the server behind it. Competitors buy three of the four and wait for the fourth.',
      },
      {
        title: 'Market opportunity',
        text: 'Utilities lose a large part of the water they treat, fleets pay for fuel that no one sees, and schools teach science without a lab. These customers are next door, and they resemble those in forty other countries.',
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
      'There is a lack of local startup launch labs. Somebody with a good idea for a device finds no place where it can be drawn, built, tested and certified. So the idea is shipped abroad, waits, and dies of its own postage.',
      'Travis Labs is such a place. Ten working prototypes take eight working days here, and the person who had the idea stands beside the oven. Each customer who succeeds becomes a manufacturer in our own hall.',
    ],
  },
  ask: {
    heading: 'The ask',
    text: 'We are raising growth capital, and will show its use line by line. It goes into three things:',
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
    text: 'We send figures, references and a list of what went wrong last year. Investors are welcome in the lab, at any time.',
    button: 'Email Us',
    subject: 'Investing in HERO Control System',
  },
};
