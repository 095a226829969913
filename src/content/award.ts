import { drawing } from './pictures.ts';

export const sample = 'details of the two awards';

export const award = {
  stories: [
    {
      heading: 'Most innovative STEM solution',
      kicker: 'National innovation competition',
      text: [
        'Our STEM learning product, the ZStudy kit, was recognised by a national innovation competition as the most innovative STEM solution.',
        'The award was for the kit. ZStudy also includes lessons, a virtual lab and school management, and needs neither a computer room nor an internet connection.',
      ],
      picture: drawing('award/stem-award', 'A STEM kit with an award rosette'),
    },
    {
      heading: 'Instructor and expert in electronics design',
      kicker: 'Recognition of our founder',
      text: [
        'Our founder has been recognised as an instructor and expert in electronics design by a circuit-design software provider.',
        'Our R&D lab, Travis Labs, designs electronics for our own products and for customers. It also teaches electronics design in evening courses.',
      ],
      picture: drawing('award/instructor', 'An instructor pointing at a schematic, with a board beside it'),
    },
  ],
  more: {
    text: 'Read more about both awards in our Media Center.',
    link: 'Read the press releases',
  },
};
