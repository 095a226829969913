import { productPicture } from './pictures.ts';
import { type Product, productVideo } from './product.ts';

export const sample = 'intro, features, terms and start; the figures, whose sources are sample articles';

export const osense: Product = {
  picture: productPicture('osense'),
  audience: [
    'For haulage, mining, farms and construction anywhere in Zambia. Running costs: K95 per vehicle and K12 per person a month.',
    'Not for crews whose supervisors have no Android phone.',
  ],
  intro: {
    heading: 'Crews, vehicles and fuel in one place',
    text: [
      "O'Sense combines ERP, IoT and AI in one operations platform. It compares what people enter, what machines report and what was planned, and shows where they differ.",
      'Without a network, phones and trackers keep their data until they have a signal, and nothing is counted twice.',
    ],
  },
  features: {
    heading: "What O'Sense does",
    icons: ['users', 'truck', 'cube', 'chart', 'gauge'],
    list: [
      {
        title: 'Labor management',
        text: 'Crews check in by badge, hours reach payroll the same evening, and everyone can see their own hours.',
      },
      {
        title: 'Fleet management',
        text: 'Position, fuel, load and engine hours from our own tracker, which stores data while out of coverage.',
      },
      {
        title: 'Resource allocation',
        text: 'People, vehicles and materials on one screen. Move a loader to another site and see at once which jobs are left without it.',
      },
      {
        title: 'AI analytics',
        text: 'Flags vehicles that are likely to break down. In our pilot, six of nine warnings were right.',
      },
      {
        title: 'Real-time monitoring',
        text: 'Live figures on a dashboard you arrange yourself, and alarms for the person who can act on them.',
      },
    ],
  },
  terms: [
    {
      title: 'Included',
      text: 'The platform, the app for supervisors, trackers for the vehicles you choose, training and phone support.',
    },
  ],
  costs: {
    dependsOn: 'The number of vehicles and of people, and where we fit the trackers.',
    examples: {
      sample: "example prices of O'Sense",
      list: [
        {
          title: 'Ten trucks and forty people on one site near Kitwe',
          lines: [
            ['10 trackers, fitted, at K2,900', 29_000],
            ['Setting up the platform', 4_000],
            ['Two days of training', 5_000],
          ],
        },
        {
          title: 'The same company, each year after that',
          lines: [
            ['10 vehicles at K95 a month', 11_400],
            ['40 people at K12 a month', 5_760],
          ],
        },
      ],
    },
    upkeep: {
      sample: "upkeep of O'Sense",
      text: 'K95 per vehicle and K12 per person each month. SIM cards, data and phone support are included.',
    },
    warranty: {
      sample: "warranty of O'Sense",
      text: 'Two years on trackers. We replace a faulty one in Lusaka, Kitwe or Solwezi, and send a new one by bus elsewhere.',
    },
  },
  start: {
    heading: 'How to start',
    list: [
      { title: 'A week on your site', text: 'We watch how you record hours, trips and fuel today.' },
      {
        title: 'A trial with one crew',
        text: "O'Sense runs beside your own records, and you compare the two.",
      },
      {
        title: 'The whole company',
        text: 'You decide once you have seen the results. The data is yours, and you can export it at any time.',
      },
    ],
  },
  figures: [
    { value: '3 min', label: 'to check in a crew of 25', source: 'osense-offline-timesheets' },
    {
      value: '9 days',
      label: 'of data stored by a tracker without a network',
      source: 'a-tracker-for-the-t5',
    },
    {
      value: '6%',
      label: 'less fuel per tonne in the first four months of a pilot',
      source: 'a-tracker-for-the-t5',
    },
  ],
  video: productVideo('osense', "Labor management with O'Sense"),
  site: {
    heading: "Try O'Sense",
    text: 'Explore a demo company on the product site.',
    label: 'Visit osense.example',
    href: 'https://osense.example/',
  },
};
