import type { Picture } from './picture.ts';

type AwardStory = { heading: string; kicker: string; text: string[]; picture: Picture };

export const award: { stories: AwardStory[]; more: { text: string; link: string } } = {
  stories: [
    {
      heading: 'Most innovative STEM solution',
      kicker: 'National innovation competition',
      text: [
        'Our STEM learning product, the ZStudy kit, was recognised by a national innovation competition as the most innovative STEM solution. The jury took the kit apart and put it together again, which is how it is meant to be judged.',
        'Three things decided, it said: the kit works without mains power, each part can be repaired in a school, and the lessons follow the syllabus instead of the parts list. The prize money became forty kits for schools that had written to us and could not buy one. They were drawn by lot, in front of their teachers.',
      ],
      picture: {
        src: '/images/award/stem-award.svg',
        alt: 'The ZStudy kit with the rosette of the innovation competition',
        width: 640,
        height: 400,
      },
    },
    {
      heading: 'Instructor and expert in electronics design',
      kicker: 'Recognition of our founder',
      text: [
        "Our founder, Mutale Chanda, has been recognised as an instructor and expert in electronics design by a circuit-design software provider. The examination had three parts: a layout against the clock, the review of another engineer's board, and a lesson for beginners.",
        'For those who learn with us it means a certificate that can be checked abroad. For the founder it means one evening course each term, as before, and a board review on every first Friday to which anybody may bring a design. Two mistakes of the examination board have become part of the lesson.',
      ],
      picture: {
        src: '/images/award/instructor.svg',
        alt: 'An instructor points at a schematic; a board lies beside it',
        width: 640,
        height: 400,
      },
    },
  ],
  more: {
    text: 'Both stories, with dates and figures, are in our media center.',
    link: 'Read the press releases',
  },
};
