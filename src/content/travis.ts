import { productPicture } from './pictures.ts';
import type { Product } from './product.ts';

export const travis: Product = {
  picture: productPicture('travis'),
  intro: {
    heading: 'From sketch to shelf',
    text: [
      'Travis Labs is our electronics and software research and development lab, and it is open to others. Startups, research teams and factories bring us a sketch, a tangle of wires in a biscuit tin, or a machine that nobody else can repair. They leave with a product: designed, programmed, housed, tested and certified.',
      'It all happens along one corridor in Lusaka, and you are welcome to watch.',
    ],
  },
  features: {
    heading: 'What the lab does',
    list: [
      {
        title: 'Electronics design',
        text: 'Schematic and layout up to four layers, including radio and battery supply. A second engineer reviews every design before we order anything.',
      },
      {
        title: 'Firmware',
        text: 'Software for devices that sleep, wake, measure and update themselves safely, tested against real field logs.',
      },
      {
        title: '3D casing',
        text: 'Cases printed the same day, designed to be moulded later, and sealed to IP68 where needed.',
      },
      {
        title: 'Certification',
        text: 'Pre-tests for safety and radio, the paperwork, and one of our engineers with your device at the test house.',
      },
      {
        title: 'Distributed manufacturing',
        text: 'Bare boards, parts and moulds from makers on three continents, chosen for stock and reliability as well as price.',
      },
      {
        title: 'Assembly',
        text: 'Batches of 5 to 500 on our own line, parts down to 1.0 by 0.5 mm, and an electrical test of every board.',
      },
    ],
  },
  more: {
    heading: 'How a project goes',
    ordered: true,
    list: [
      {
        title: 'One hour, free',
        text: 'Tell us about your idea. We say whether it can be done and what we would try first.',
      },
      { title: 'Feasibility', text: 'Two weeks, a fixed price, and a working sample of the hardest part.' },
      {
        title: 'Prototype',
        text: 'Ten boards in eight working days, and the test for all later ones.',
      },
      { title: 'Series', text: 'You own all the files: schematic, layout, source code and moulds.' },
    ],
  },
  figures: [
    { value: '8 days', label: 'to ten assembled prototypes' },
    { value: '4 layers', label: 'designed and assembled in Lusaka' },
    { value: '100 %', label: 'of boards tested' },
  ],
  site: {
    heading: 'Send us your idea',
    text: "The lab's own site has design rules, prices for assembly and the calendar of our free board reviews.",
    label: 'Visit travislabs.example',
    href: 'https://travislabs.example/',
  },
};
