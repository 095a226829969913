import { drawing } from './pictures.ts';

export const award = {
  stories: [
    {
      heading: 'Most innovative STEM solution',
      kicker: 'National innovation competition',
      text: [
        'Our STEM learning product, the ZStudy kit, was recognised by a national innovation competition as the most innovative STEM solution. The jury took a kit apart and rebuilt it to see how it works.',
        'The jury gave three reasons: the kit works without mains power, every part can be repaired at school, and the lessons follow the syllabus. The prize money paid for forty kits. Thirty went to schools chosen by lot, and ten are kept as spares.',
      ],
      picture: drawing('award/stem-award', 'The ZStudy kit with the rosette of the innovation competition'),
    },
    {
      heading: 'Instructor and expert in electronics design',
      kicker: 'Recognition of our founder',
      text: [
        "Our founder, Mutale Chanda, has been recognised as an instructor and expert in electronics design by a circuit-design software provider. The examination had three parts: a layout against the clock, the review of another engineer's board, and a lesson for beginners.",
        'Our students can now earn a certificate that employers abroad recognise. Mutale teaches one evening course each term and holds a board review on the first Friday of every month, open to anyone with a design.',
      ],
      picture: drawing('award/instructor', 'An instructor points at a schematic; a board lies beside it'),
    },
  ],
  more: {
    text: 'Read more about both awards in our media center.',
    link: 'Read the press releases',
  },
};
