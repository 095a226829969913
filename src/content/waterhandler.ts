import { productPicture } from './pictures.ts';
import type { Product } from './product.ts';

export const waterhandler: Product = {
  picture: productPicture('waterhandler'),
  intro: {
    heading: 'Water that stops where it should',
    text: [
      'A drop a second wastes five thousand litres a year. A burst hose loses that much in a morning. Water Handler measures the flow into a building every eight seconds, learns the habits of the people who live there, and closes the valve when it finds a leak.',
      'It keeps working when the network is down and the power is out. The valve decides by itself, at the pipe.',
    ],
  },
  features: {
    heading: 'What you get',
    list: [
      {
        title: 'Smart valve installation',
        text: 'Our technicians fit the motor valve and the flow sensor at your meter in about two hours. Both are rated IP68, because meter pits flood in the rainy season.',
      },
      {
        title: 'Mobile app',
        text: 'See the flow, open and close the valve, and share access with your family or caretaker. Alarms also arrive by text message, on any phone.',
      },
      {
        title: 'AI monitoring',
        text: 'A small model in the valve and a larger one in Lusaka check every suspected leak. The valve closes only if both agree, or if the network is down.',
      },
      {
        title: 'Support',
        text: 'A person on the phone seven days a week, a technician within a working day, and batteries replaced before they run out.',
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
        text: 'Meters on each branch are compared at night and show which street leaks.',
      },
      {
        title: 'Commercial use',
        text: 'Markets, lodges, clinics and offices share one bill fairly and find losses early.',
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
    text: 'The product site has prices, a list of the plumbers we have trained, and the manual.',
    label: 'Visit waterhandler.example',
    href: 'https://waterhandler.example/',
  },
};
