import { productPicture } from './pictures.ts';
import { type Product, productVideo } from './product.ts';

export const sample = 'intro, features, terms and start; the figures, whose sources are sample articles';

export const zstudy: Product = {
  picture: productPicture('zstudy'),
  audience: [
    'For schools anywhere in Zambia, with or without a computer room.',
    'Not for individual pupils: the smallest set is for a class of forty.',
  ],
  intro: {
    heading: 'Hands-on science for every classroom',
    text: [
      'ZStudy is a STEM education platform for schools. It follows the syllabus and fits a forty-minute lesson.',
      'A national innovation competition named our kit the most innovative STEM solution of 2025.',
    ],
  },
  features: {
    heading: 'What is in ZStudy',
    icons: ['edit', 'calendar', 'flask', 'kit'],
    list: [
      {
        title: 'Content creation',
        text: 'Teachers build a lesson from cards, pictures and quizzes in minutes, in English or a local language, and share it with other schools.',
      },
      {
        title: 'School management',
        text: 'Timetables, attendance, marks and fees on the classroom server, encrypted, with or without a connection.',
      },
      {
        title: 'Virtual labs',
        text: 'Experiments in circuits, optics and chemistry on any phone or tablet in the room.',
      },
      {
        title: 'STEM kits',
        text: 'A board designed and assembled in Lusaka, sensors and motors, lesson cards and a solar panel. Every part can be repaired at school.',
      },
    ],
  },
  terms: [
    {
      title: 'Included',
      text: 'Ten kits with solar panels, one classroom server with its own Wi-Fi, all lessons for a grade, two days of training and a call every month.',
    },
    {
      title: 'Where we come to you',
      text: 'Schools in Lusaka Province. Elsewhere in Zambia we deliver the kits, and train your teachers for the cost of the journey.',
    },
  ],
  costs: {
    dependsOn:
      'How many classes have science at the same time, and the distance to your school. You can pay in three terms.',
    examples: {
      sample: 'example prices of ZStudy',
      list: [
        {
          title: 'One Grade 8 class of forty in Chongwe',
          lines: [
            ['10 kits at K3,100', 31_000],
            ['Classroom server with all lessons', 9_000],
            ['Two days of training', 6_000],
          ],
        },
        {
          title: 'Two such classes at the same time, in Kabwe',
          lines: [
            ['20 kits at K3,100', 62_000],
            ['2 classroom servers', 18_000],
            ['Two days of training, with travel', 7_800],
          ],
        },
      ],
    },
    upkeep: {
      sample: 'upkeep of ZStudy',
      text: 'About K1,200 a year per class for spare parts. There is no subscription: the lessons are yours to keep, and updates are free.',
    },
    warranty: {
      sample: 'warranty of ZStudy',
      text: 'One year on kits and server. Teachers can replace every part of a kit. In Lusaka Province a technician comes to you; elsewhere we exchange the server.',
    },
  },
  start: {
    heading: 'How to start',
    list: [
      {
        title: 'Two days of training',
        text: 'Your teachers do every experiment themselves before their pupils do.',
      },
      {
        title: 'One grade, one term',
        text: 'Ten kits and one server are enough for a class of forty, with four pupils to a kit.',
      },
      { title: 'The whole school', text: 'Your teachers add further subjects one by one.' },
    ],
  },
  figures: [
    { value: '30', label: 'lesson cards, free to copy', source: 'a-kit-that-survives-grade-seven' },
    { value: '60 MB', label: 'for the whole Grade 8 course', source: 'virtual-lab-in-the-classroom' },
    {
      value: '69 of 72',
      label: 'kits in Chongwe complete after three terms',
      source: 'a-kit-that-survives-grade-seven',
    },
  ],
  video: productVideo('zstudy', 'Content creation with ZStudy'),
  site: {
    heading: 'Bring ZStudy to your school',
    text: 'Ask for a quote, or try the virtual lab on the product site.',
    label: 'Visit zstudy.example',
    href: 'https://zstudy.example/',
  },
};
