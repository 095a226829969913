import { type Product, productPicture, productVideo } from './product.ts';

export const zstudy: Product = {
  picture: productPicture('zstudy', 'Classroom kit with board, sensors and lesson cards'),
  intro: {
    heading: 'Science that one can hold',
    text: [
      'Most children in Zambia learn electricity from chalk. ZStudy is a STEM education platform that gives a school the lessons, the lab and the parts, and the teacher the time to use them. It follows the syllabus, fits into forty minutes, and needs neither a computer room nor an internet line.',
      'It was named the most innovative STEM solution in a national innovation competition, and has been corrected by some two thousand pupils since.',
    ],
  },
  features: {
    heading: 'Four parts of one school day',
    list: [
      {
        title: 'Content creation',
        text: 'Teachers build a lesson from cards, pictures and quizzes in minutes, in English or a local language, and share it with other schools.',
      },
      {
        title: 'School management',
        text: "Timetable, attendance, marks and fees on a box in the staff room, under the school's own key, with or without a connection.",
      },
      {
        title: 'Virtual labs',
        text: 'Circuits, optics and chemistry on any phone or tablet in the room. Burn out an LED as often as it takes.',
      },
      {
        title: 'STEM kits',
        text: 'A board made in Lusaka, eleven sensors and motors, thirty lesson cards, a solar panel. Each part can be repaired in the school.',
      },
    ],
  },
  more: {
    heading: 'How a school starts',
    ordered: true,
    list: [
      {
        title: 'Two days of training',
        text: 'Teachers do what their pupils will do, and break the same things.',
      },
      {
        title: 'One grade, one term',
        text: 'Six kits and a box serve a class of forty. We call once a month.',
      },
      { title: 'The whole school', text: 'Subjects are added one by one, by your own teachers.' },
    ],
  },
  figures: [
    { value: '30', label: 'lessons on cards, free to copy' },
    { value: '60 MB', label: 'for a whole year of a grade' },
    { value: '69 of 72', label: 'kits in Chongwe complete after five terms' },
  ],
  video: productVideo('zstudy', 'Content creation with ZStudy'),
  site: {
    heading: 'Lessons, kits and prices',
    text: 'The product site has every card to print, a virtual lab to try, and the form for schools.',
    label: 'Visit zstudy.example',
    href: 'https://zstudy.example/',
  },
};
