import { type Product, productPicture } from './product.ts';

export const travis: Product = {
  picture: productPicture('travis', 'Circuit board under the microscope on a lab bench'),
  intro: {
    heading: 'From a sketch to a shelf',
    text: [
      'Travis Labs is our electronics and software research and development lab, and it is open to others. Startups, research teams and factories come with a sketch, a biscuit tin with wires in it, or a machine that nobody repairs any more. They leave with a product: drawn, programmed, housed, tested and certified.',
      'All of it happens in one corridor in Lusaka. You can watch, and most people do.',
    ],
  },
  features: {
    heading: 'What the lab does',
    list: [
      {
        title: 'Electronics design',
        text: 'Schematic and layout up to four layers, radio and battery supply included, with a review by a second engineer before anything is ordered.',
      },
      {
        title: 'Firmware',
        text: 'Software for devices that sleep, wake, measure and update themselves safely, replayed against real field logs.',
      },
      {
        title: '3D casing',
        text: 'Cases printed the same day and drawn so that they can be moulded later. Sealed to IP68 where it is wet.',
      },
      {
        title: 'Certification',
        text: 'Pre-tests for safety and radio, the paperwork, and somebody of ours beside the device in the test house.',
      },
      {
        title: 'Distributed manufacturing',
        text: 'Bare boards, parts and moulds from makers on three continents, chosen by stock and risk, not by the first offer.',
      },
      {
        title: 'Assembly',
        text: 'Lots of 5 to 500 on our own line, parts down to 1.0 by 0.5 mm, and an electrical test of every board.',
      },
    ],
  },
  more: {
    heading: 'How a project goes',
    ordered: true,
    list: [
      {
        title: 'One hour, free',
        text: 'You explain it. We say whether it can be done, and what we would try first.',
      },
      { title: 'Feasibility', text: 'Two weeks, a fixed price, and a working piece of the hardest part.' },
      {
        title: 'Prototype',
        text: 'Ten boards in eight working days, with the test that will later prove all others.',
      },
      { title: 'Series', text: 'All files are yours: schematic, layout, source, moulds.' },
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
