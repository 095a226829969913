import { productPicture } from './pictures.ts';
import { type Product, productVideo } from './product.ts';

export const zstudy: Product = {
  picture: productPicture('zstudy'),
  intro: {
    heading: 'Science you can hold',
    text: [
      'Most children in Zambia learn about electricity from a chalkboard. ZStudy is a STEM education platform that gives schools the lessons, the lab and the parts, and teachers the time to use them. It follows the syllabus, fits into forty minutes, and needs neither a computer room nor an internet line.',
      'It was named the most innovative STEM solution in a national innovation competition, and some two thousand pupils have helped to improve it since.',
    ],
  },
  features: {
    heading: 'What is in ZStudy',
    list: [
      {
        title: 'Content creation',
        text: 'Teachers build a lesson from cards, pictures and quizzes in minutes, in English or a local language, and share it with other schools.',
      },
      {
        title: 'School management',
        text: "Timetables, attendance, marks and fees on a box in the staff room, locked with the school's own key, with or without a connection.",
      },
      {
        title: 'Virtual labs',
        text: 'Circuits, optics and chemistry on any phone or tablet in the room. Burn out as many LEDs as you like.',
      },
      {
        title: 'STEM kits',
        text: 'A board made in Lusaka, eleven sensors and motors, thirty lesson cards and a solar panel. Every part can be repaired at school.',
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
        text: 'Six kits and one box serve a class of forty. We call once a month.',
      },
      { title: 'The whole school', text: 'Your own teachers add the other subjects one by one.' },
    ],
  },
  figures: [
    { value: '30', label: 'lessons on cards, free to copy' },
    { value: '60 MB', label: 'for a whole year of a grade' },
    { value: '69 of 72', label: 'kits in Chongwe still complete after five terms' },
  ],
  video: productVideo('zstudy', 'Content creation with ZStudy'),
  site: {
    heading: 'Lessons, kits and prices',
    text: 'The product site has all the cards to print, a virtual lab to try, and the order form for schools.',
    label: 'Visit zstudy.example',
    href: 'https://zstudy.example/',
  },
};
