import { type Product, productPicture } from './product.ts';

export const waterhandler: Product = {
  picture: productPicture('waterhandler', 'Motor valve on a supply pipe with a leak sensor below it'),
  intro: {
    heading: 'Water that stops where it should',
    text: [
      'A drop a second is five thousand litres a year. A burst hose is that much in a morning. Water Handler measures what flows into a building every eight seconds, learns the rhythm of those who live in it, and closes the valve when something flows that nobody asked for.',
      'It keeps working when the network is down and the power is out. The decision is made on the pipe.',
    ],
  },
  features: {
    heading: 'What you get',
    list: [
      {
        title: 'Smart valve installation',
        text: 'Our technicians fit the motor valve and the flow sensor at your meter in about two hours. Both are rated IP68, because a meter pit in February is a pond.',
      },
      {
        title: 'Mobile app',
        text: 'See the flow, open and close the valve, share it with your family or your caretaker. Alarms arrive by message too, on any phone.',
      },
      {
        title: 'AI monitoring',
        text: 'A small model in the valve and a larger one in Lusaka give two opinions on each suspicion. Only if both agree, or the network is gone, does the valve act by itself.',
      },
      {
        title: 'Support',
        text: 'A person on the phone seven days a week, a technician within a working day, and batteries that we replace before they ask for it.',
      },
    ],
  },
  more: {
    heading: 'Where it works',
    ordered: false,
    list: [
      {
        title: 'Smart homes',
        text: 'One valve at the meter protects a house; a sensor under the sink or the geyser makes it faster.',
      },
      {
        title: 'Smart cities',
        text: 'Meters on each branch compare themselves at night and name the street that leaks.',
      },
      {
        title: 'Commercial use',
        text: 'Markets, lodges, clinics and offices share one bill fairly and find the loss before the auditor does.',
      },
    ],
  },
  figures: [
    { value: 'IP68', label: 'under water at 1.5 m for 72 hours' },
    { value: '9 s', label: 'from the decision to a closed valve' },
    { value: '3 years', label: 'on one battery pack' },
  ],
  site: {
    heading: 'Prices and installation',
    text: 'The product site has prices, the list of plumbers we trained, and the manual.',
    label: 'Visit waterhandler.example',
    href: 'https://waterhandler.example/',
  },
};
