import { type Product, productPicture, productVideo } from './product.ts';

export const osense: Product = {
  picture: productPicture('osense', 'Dashboard with live tiles for crews, trucks and fuel'),
  intro: {
    heading: 'One picture of the whole operation',
    text: [
      "O'Sense is an ERP, IoT and AI operations management platform for companies whose work happens outdoors: haulage, mining services, farms, construction. It joins what people enter, what machines report and what the plan said, and shows where the three disagree.",
      'It was built for sites where the network is a rumour. Phones and trackers keep everything until they meet a signal, and nothing is counted twice.',
    ],
  },
  features: {
    heading: 'Five tools, one truth',
    list: [
      {
        title: 'Labor management',
        text: 'Crews check in by badge in three minutes, hours reach payroll the same evening, and everybody can read their own line.',
      },
      {
        title: 'Fleet management',
        text: 'Position, fuel, load and engine hours from a tracker of our own, which survives washboard roads and nine days without network.',
      },
      {
        title: 'Resource allocation',
        text: 'People, vehicles and material on one board. Drag a loader to another site and see at once what stops elsewhere.',
      },
      {
        title: 'AI analytics',
        text: 'Finds the truck that will stop on Saturday, while it is Thursday, and says how sure it is.',
      },
      {
        title: 'Real-time monitoring',
        text: 'Live tiles for what matters to you, and an alarm that goes to the person who can act on it.',
      },
    ],
  },
  more: {
    heading: 'How we begin',
    ordered: true,
    list: [
      { title: 'A week on your site', text: 'We watch, count and write down what is done twice.' },
      { title: 'One shift, one fleet', text: "O'Sense runs beside your own sheets, and both are compared." },
      {
        title: 'The rest',
        text: 'You decide by the difference. Your data stays yours and leaves as plain files.',
      },
    ],
  },
  figures: [
    { value: '3 min', label: 'to check in a crew of 25' },
    { value: '9 days', label: 'kept by a tracker without network' },
    { value: '6 %', label: 'less fuel per tonne in our pilot' },
  ],
  video: productVideo('osense', "Labor management with O'Sense"),
  site: {
    heading: 'Try it on your own data',
    text: 'The product site has a demonstration company to click through, prices and the documentation.',
    label: 'Visit osense.example',
    href: 'https://osense.example/',
  },
};
