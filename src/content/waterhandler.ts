import { productPicture } from './pictures.ts';
import type { Product } from './product.ts';

export const sample =
  'intro, features, uses, terms and start; the figures, whose sources are sample articles';

export const waterhandler: Product = {
  picture: productPicture('waterhandler'),
  audience: [
    'For homes, estates, clinics and markets in Lusaka and Chongwe with a metered supply pipe of 15 to 40 mm.',
    'Wider pipes: ask us. Not yet outside these two towns, except through plumbers we have trained.',
  ],
  intro: {
    heading: 'Stops leaks by itself',
    text: [
      'A dripping tap or a burst hose can lose a lot of water before anybody notices. Water Handler measures the flow into a building, learns what is normal there, and closes the valve when it finds a leak.',
      'It keeps working when the power is out, because it runs on a battery. If our server cannot be reached, the valve waits ten minutes and then decides alone.',
    ],
  },
  features: {
    heading: 'What you get',
    icons: ['valve', 'phone', 'chip', 'handshake'],
    list: [
      {
        title: 'Smart valve installation',
        text: 'Our technicians fit the motor valve and the flow sensor at your meter. The valve is rated IP68, because meter pits flood in the rainy season.',
      },
      {
        title: 'Mobile app',
        text: 'See the flow, open and close the valve, and share access with your family or caretaker. Alarms also arrive by text message, on any phone.',
      },
      {
        title: 'AI monitoring',
        text: 'Water that runs for forty minutes in the quiet hours may be a leak. A model in the valve and one on our server check it. The valve closes if both agree, or if the server does not answer.',
      },
      {
        title: 'Support',
        text: 'Phone support seven days a week, technicians who come to you, and new batteries before the old ones run out.',
      },
    ],
  },
  uses: {
    heading: 'Who it is for',
    list: [
      {
        title: 'Smart homes',
        text: 'One valve at the meter protects the house. Extra sensors under the sink or the geyser find leaks sooner.',
      },
      {
        title: 'Smart cities',
        text: 'Meters on each branch are compared at night and show which street is losing water.',
      },
      {
        title: 'Commercial use',
        text: 'Markets, lodges, clinics and offices find losses early and share one bill fairly. During working hours the valve can be set to alert only.',
      },
    ],
  },
  terms: [
    {
      title: 'Included',
      text: 'Motor valve, flow sensor, one leak sensor, installation, the app and alarms by text message. It needs no mains power and no Wi-Fi.',
    },
  ],
  costs: {
    dependsOn: 'The size of your pipe, the number of leak sensors, and where you are.',
    examples: {
      sample: 'example prices of Water Handler',
      list: [
        {
          title: 'A house in Lusaka',
          lines: [
            ['Valve and flow sensor, 20 mm pipe', 5_600],
            ['One leak sensor', 400],
            ['Installation and the app', 1_900],
          ],
        },
        {
          title: 'A clinic in Lusaka',
          lines: [
            ['Valve and flow sensor, 40 mm pipe', 8_800],
            ['6 leak sensors at K400', 2_400],
            ['Sunday installation, and the app', 2_900],
          ],
          note: 'During the hours you choose, the valve only alerts you and never cuts off your water.',
        },
      ],
    },
    upkeep: {
      sample: 'upkeep of Water Handler',
      text: 'From the second year, K480 a year per valve for the service and text messages. A new battery pack costs K650, fitted, about every three years.',
    },
    warranty: {
      sample: 'warranty of Water Handler',
      text: 'Two years on parts and labour. Our technician from Lusaka, or the plumber who fitted it, will come to you. The valve can always be opened by hand.',
    },
  },
  start: {
    heading: 'How to start',
    list: [
      { title: 'Site visit', text: 'A technician checks the pipe and agrees a date with you.' },
      { title: 'Installation', text: 'You can see your flow in the app the same day.' },
    ],
  },
  figures: [
    { value: 'IP68', label: 'valve, tested at 1.5 metres for 72 hours', source: 'how-we-test-ip68' },
    {
      value: '9 s',
      label: 'to close the valve once a leak is confirmed',
      source: 'kalingalinga-leak-valves',
    },
    { value: '3 years', label: 'expected from one battery pack', source: 'kalingalinga-leak-valves' },
  ],
  site: {
    heading: 'Order Water Handler',
    text: 'Ask us for a quote, or read the manual and find a trained plumber on the product site.',
    label: 'Visit waterhandler.example',
    href: 'https://waterhandler.example/',
  },
};
