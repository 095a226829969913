import { drawing } from './pictures.ts';

export const csr = {
  intro:
    'We give time, boards and know-how. Every employee volunteers one working day a month, and for every three kits we sell, we give one to a school.',
  sections: [
    {
      heading: 'Education and Digital Inclusion',
      text: 'We bring kits, teacher training and evening courses to schools and people who could not otherwise afford them.',
      points: [
        'STEM kits and two days of teacher training in twelve schools of Chongwe District',
        'Free evening courses in circuit-board design, with half the places reserved for women',
        'Lesson cards that anyone may copy',
      ],
      picture: drawing('csr/education', 'Four children share the trays of one STEM kit'),
    },
    {
      heading: 'Environmental Sustainability',
      text: 'Our devices save water and are made to be repaired.',
      points: [
        'Every device opens with one screwdriver, and spare parts are available for ten years',
        'We take back old boards and batteries and pass them to a licensed recycler',
        'Our lab runs on solar power on most days of the dry season',
      ],
      picture: drawing('csr/environment', 'Solar panels above a bench where old boards are sorted'),
    },
    {
      heading: 'Community Development',
      text: 'We hire, buy and train close to where our devices are used.',
      points: [
        'Nine plumbers from Kalingalinga trained and certified for valve installation',
        'Leak meters lent to markets for two weeks',
        'Board reviews on the first Friday of every month, open to everyone',
      ],
      picture: drawing('csr/community', 'Neighbours at a standpipe with a meter'),
    },
    {
      heading: 'Health and Well-being',
      text: 'We help clinics with clean water and reliable fridges, and we look after the health of our employees.',
      points: [
        'Temperature alarms for vaccine fridges, serviced free of charge',
        'Leak repairs at rural clinics take priority over every other job',
        'Health cover for all employees, interns and their families',
      ],
    },
  ],
};
