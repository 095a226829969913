import { drawing } from './pictures.ts';

export const csr = {
  intro:
    'We are a small company, so we give what we have: time, boards and know-how. Each of us gives one working day a month, and for every three kits we sell, a school gets one free.',
  sections: [
    {
      heading: 'Education and Digital Inclusion',
      text: 'We bring kits, teacher training and evening courses to the people who would otherwise wait longest for them.',
      points: [
        'STEM kits and two days of teacher training in twelve schools of Chongwe District',
        'Free evening courses in circuit-board design, half of the seats reserved for women',
        'Lesson cards that anyone may copy without asking',
      ],
      picture: drawing('csr/education', 'Four children share the trays of one STEM kit'),
    },
    {
      heading: 'Environmental Sustainability',
      text: 'We design devices that stop leaks and can be repaired, and we publish how long they last.',
      points: [
        'Every device can be opened with one screwdriver; spare parts for ten years',
        'We take back old boards and batteries and pass them to a licensed recycler',
        'The lab runs on its own solar panels on most days of the dry season',
      ],
      picture: drawing('csr/environment', 'Solar panels above a bench where old boards are sorted'),
    },
    {
      heading: 'Community Development',
      text: 'We hire, buy and teach close to where our devices are used. A meter in a market is worth little if nobody in the market can read it.',
      points: [
        'Nine plumbers from Kalingalinga trained and certified for valve installation',
        'Leak meters lent to markets for two weeks against a deposit',
        'Board reviews every first Friday, open to everyone',
      ],
      picture: drawing('csr/community', 'Neighbours at a standpipe with a meter that everyone can read'),
    },
    {
      heading: 'Health and Well-being',
      text: 'Clean water and a reliable cold chain are health care. We service our devices in clinics at cost and look after the health of our own people.',
      points: [
        'Temperature alarms for vaccine fridges, serviced free of charge',
        'Leak detection for rural clinics ahead of paying customers',
        'Health cover for every employee and family, interns included',
      ],
    },
  ],
};
