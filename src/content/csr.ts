import type { Picture } from './picture.ts';

type CsrSection = { heading: string; text: string; points: string[]; picture?: Picture };

export const csr: { intro: string; sections: CsrSection[] } = {
  intro:
    'We are a small company. What we can give is time, boards and what we know, so that is what we give: one working day a month from each of us, and one kit to a school for every three that are sold.',
  sections: [
    {
      heading: 'Education and Digital Inclusion',
      text: 'A child who has switched on one lamp of her own believes in science. We bring kits, teacher training and evening courses to those who would have to wait for them longest.',
      points: [
        'STEM kits and two days of teacher training in twelve schools of Chongwe District',
        'Free evening courses in circuit-board design, half of the seats kept for women',
        'Lesson cards that may be copied by anybody, without asking',
      ],
      picture: csrPicture('education', 'Four children share the trays of one STEM kit'),
    },
    {
      heading: 'Environmental Sustainability',
      text: 'The cleanest litre is the one that did not leak, and the cleanest board is the one that was repaired. We design for both and publish how long our things last.',
      points: [
        'Every device can be opened with one screwdriver; spare parts for ten years',
        'Old boards and batteries are taken back, and go to a licensed recycler',
        'The lab runs on its own panels on most days of the dry season',
      ],
      picture: csrPicture('environment', 'Solar panels above a bench where old boards are sorted'),
    },
    {
      heading: 'Community Development',
      text: 'We hire, buy and teach close to where our devices hang. A meter in a market is worth little if nobody on the market can read it.',
      points: [
        'Nine plumbers from Kalingalinga trained and certified for valve installation',
        'Leak meters lent to markets for two weeks, against a deposit',
        'Board reviews on each first Friday, open to everybody',
      ],
      picture: csrPicture('community', 'Neighbours at a standpipe with a meter that everyone can read'),
    },
    {
      heading: 'Health and Well-being',
      text: 'Clean water and a cold chain are health care. We keep our devices in clinics running at cost, and keep our own people well enough to look after them.',
      points: [
        'Temperature alarms for vaccine fridges, serviced without charge',
        'Leak detection for rural clinics before any paying customer in the queue',
        'Health cover for every employee and family, interns included',
      ],
    },
  ],
};

function csrPicture(id: string, alt: string): Picture {
  return { src: `/images/csr/${id}.svg`, alt, width: 640, height: 400 };
}
