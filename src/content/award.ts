import { drawing } from './pictures.ts';

export const award = {
  stories: [
    {
      heading: 'Most innovative STEM solution',
      kicker: 'National innovation competition',
      text: [
        'Our STEM learning product, the ZStudy kit, was recognised by a national innovation competition as the most innovative STEM solution. The jury took the kit apart and put it together again, as it is meant to be judged.',
        'It gave three reasons: the kit works without mains power, each part can be repaired in a school, and the lessons follow the syllabus instead of the parts list. The prize money paid for forty kits: thirty went to schools that could not buy one, drawn by lot in front of their teachers, and ten are kept as spares.',
      ],
      picture: drawing('award/stem-award', 'The ZStudy kit with the rosette of the innovation competition'),
    },
    {
      heading: 'Instructor and expert in electronics design',
      kicker: 'Recognition of our founder',
      text: [
        "Our founder, Mutale Chanda, has been recognised as an instructor and expert in electronics design by a circuit-design software provider. The examination had three parts: a layout against the clock, the review of another engineer's board, and a lesson for beginners.",
        'For our students it means a certificate that employers abroad can check. Mutale still teaches one evening course each term and holds a board review every first Friday, open to anyone with a design.',
      ],
      picture: drawing('award/instructor', 'An instructor points at a schematic; a board lies beside it'),
    },
  ],
  more: {
    text: 'Both stories, with dates and figures, are in our media center.',
    link: 'Read the press releases',
  },
};
