import { productPicture } from './pictures.ts';
import type { Product } from './product.ts';

export const sample = 'intro, features, terms and start; the figures, whose sources are sample articles';

export const travis: Product = {
  picture: productPicture('travis'),
  audience: [
    'For startups, farms, research teams and factories: from one piece to 500 boards of up to four layers.',
    'Not for larger batches, or for parts smaller than 1.0 by 0.5 mm.',
  ],
  intro: {
    heading: 'From a sketch to a tested product',
    text: [
      'Travis Labs is our electronics and software research and development lab, and it works for others too. Startups, research teams and factories bring us a sketch, a first prototype or a machine that needs a new controller. We design and program it, make the case, test it and take it through certification.',
      'We do this in Lusaka, and you can work beside us. Bare boards and moulds come from manufacturers abroad.',
    ],
  },
  features: {
    heading: 'What the lab does',
    icons: ['board', 'code', 'cube', 'certificate', 'globe', 'factory'],
    list: [
      {
        title: 'Electronics design',
        text: 'Schematic and layout up to four layers, including radio and battery supply. A second engineer reviews every design before we order anything.',
      },
      {
        title: 'Firmware',
        text: 'Low-power software with safe updates, tested against recorded field data.',
      },
      {
        title: '3D casing',
        text: 'Printed cases, designed so that they can be moulded later, and sealed to IP68 where needed.',
      },
      {
        title: 'Certification',
        text: 'Pre-tests for safety and radio, the paperwork, and an engineer who goes to the test house with your device.',
      },
      {
        title: 'Distributed manufacturing',
        text: 'Bare boards, parts and moulds from manufacturers abroad, chosen for stock, reliability and price.',
      },
      {
        title: 'Assembly',
        text: 'One piece by hand, batches of 5 to 500 on our own line, parts down to 1.0 by 0.5 mm, and an electrical test of every board.',
      },
    ],
  },
  terms: [
    {
      title: 'Included',
      text: 'The schematic, layout, source code and moulds. All of them are yours.',
    },
    {
      title: 'Where we come to you',
      text: 'We fit machine controllers on site in Lusaka Province. Otherwise we work in our lab, and ship across Zambia and to neighbouring countries.',
    },
    { title: 'What you bring', text: 'An idea, a drawing or a device. We sign a confidentiality agreement.' },
  ],
  costs: {
    dependsOn:
      'How complex the board is, whether it needs radio or certification, and how many you order. We agree the price with you before each step.',
    examples: {
      sample: 'example prices of Travis Labs',
      list: [
        {
          title: "One controller for a farm's pump",
          lines: [
            ['Design and firmware, based on our own circuits', 14_000],
            ['One board in its case, tested', 3_000],
          ],
        },
        {
          title: 'Fifty battery-powered sensors with radio',
          lines: [
            ['Feasibility study', 9_500],
            ['Design and prototype', 34_000],
            ['50 boards, assembled and tested, at K420', 21_000],
          ],
        },
      ],
    },
    upkeep: {
      sample: 'upkeep of Travis Labs',
      text: 'None: the design and the source code are yours. Changes to the firmware cost K650 an hour.',
    },
    warranty: {
      sample: 'warranty of Travis Labs',
      text: 'One year on our assembly. Bring or send us a board that fails: we find the cause, and repair or replace it.',
    },
  },
  start: {
    heading: 'How to start',
    list: [
      {
        title: 'First conversation',
        text: 'Tell us about your idea. We tell you whether it can be done and what we would try first.',
      },
      {
        title: 'Feasibility',
        text: 'You get a working sample of the hardest part, and can decide whether to go on.',
      },
      {
        title: 'Prototype',
        text: 'We assemble and test the first boards, and change what does not work.',
      },
      { title: 'Production', text: 'One device or a batch of up to 500, every board tested.' },
    ],
  },
  figures: [
    {
      value: '8',
      label: 'working days from bare boards to ten finished ones',
      source: 'travis-labs-assembly-room',
    },
    {
      value: '4 layers',
      label: 'on boards designed and assembled in Lusaka',
      source: 'first-four-layer-board',
    },
    {
      value: '500',
      label: 'boards at most in one order, and one at least',
      source: 'travis-labs-assembly-room',
    },
  ],
  site: {
    heading: 'Start a project',
    text: "Ask us for a quote, or read our design rules and book a board review on the lab's own site.",
    label: 'Visit travislabs.example',
    href: 'https://travislabs.example/',
  },
};
