import * as promises from '#src/words/promises.ts';

import { drawing } from './pictures.ts';

export const sample = 'donations, schools, training, repairs and staff benefits';

export const csr = {
  intro:
    'We share our time, our boards and our knowledge. For every three kits we sell, we give one to a school.',
  sections: [
    {
      heading: 'Education and Digital Inclusion',
      text: 'We bring kits and teacher training to schools, and teach circuit-board design in the evenings.',
      points: [
        'STEM kits and two days of teacher training in twelve schools in Chongwe District',
        'Evening courses in circuit-board design, free for students, with half the places reserved for women',
        'Lesson cards that anyone may copy',
      ],
      picture: drawing('csr/education', 'Three pupils at a table with a circuit board and its parts'),
    },
    {
      heading: 'Environmental Sustainability',
      text: 'Our devices save water and are made to be repaired.',
      points: [
        'Valves that close when they find a leak',
        'Kits and devices with replaceable parts',
        'Old boards and batteries taken back for recycling',
      ],
      picture: drawing(
        'csr/environment',
        'A solar panel, a circuit board between two arrows that form a circle, and a tree',
      ),
    },
    {
      heading: 'Community Development',
      text: 'We hire, buy and train close to where our devices are used.',
      points: [
        'Local plumbers trained to install our valves',
        'Leak meters lent to markets for a deposit',
        `Board reviews on ${promises.friday}, open to everyone`,
      ],
      picture: drawing('csr/community', 'Two people between market stalls, at a standpipe with a meter'),
    },
    {
      heading: 'Health and Well-being',
      text: 'We help clinics keep their water running, and look after the health of our employees.',
      points: [
        'Leaks at clinics repaired before any others',
        'Health cover for employees and their families',
      ],
    },
  ],
};
