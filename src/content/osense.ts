import { productPicture } from './pictures.ts';
import { type Product, productVideo } from './product.ts';

export const osense: Product = {
  picture: productPicture('osense'),
  intro: {
    heading: 'One picture of the whole operation',
    text: [
      "O'Sense is an ERP, IoT and AI operations management platform for companies that work outdoors: haulage, mining services, farms and construction. It brings together what people enter, what machines report and what was planned, and shows where they disagree.",
      'It is built for sites with little or no network. Phones and trackers keep everything until they have a signal, and nothing is counted twice.',
    ],
  },
  features: {
    heading: 'Five tools, one truth',
    list: [
      {
        title: 'Labor management',
        text: 'Crews check in by badge in three minutes, hours reach payroll the same evening, and everyone can see their own hours.',
      },
      {
        title: 'Fleet management',
        text: 'Position, fuel, load and engine hours from our own tracker, which survives rough roads and nine days without a network.',
      },
      {
        title: 'Resource allocation',
        text: 'People, vehicles and materials on one board. Move a loader to another site and see at once what stops elsewhere.',
      },
      {
        title: 'AI analytics',
        text: 'Predicts on Thursday which truck will break down on Saturday, and says how sure it is.',
      },
      {
        title: 'Real-time monitoring',
        text: 'Live tiles for what matters to you, and alarms for the person who can act on them.',
      },
    ],
  },
  more: {
    heading: 'How we begin',
    ordered: true,
    list: [
      { title: 'A week on your site', text: 'We watch, count and note what is done twice.' },
      { title: 'One shift, one fleet', text: "O'Sense runs beside your own sheets, and we compare the two." },
      {
        title: 'The rest',
        text: 'You decide by the results. Your data stays yours, and you can export it as plain files.',
      },
    ],
  },
  figures: [
    { value: '3 min', label: 'to check in a crew of 25' },
    { value: '9 days', label: 'of data kept by a tracker without a network' },
    { value: '6 %', label: 'less fuel per tonne in our pilot' },
  ],
  video: productVideo('osense', "Labor management with O'Sense"),
  site: {
    heading: 'Try it on your own data',
    text: 'The product site has a demo company to explore, prices and documentation.',
    label: 'Visit osense.example',
    href: 'https://osense.example/',
  },
};
