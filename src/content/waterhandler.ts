import { productPicture } from './pictures.ts';
import type { Product } from './product.ts';

export const waterhandler: Product = {
  picture: productPicture('waterhandler'),
  intro: {
    heading: 'Stops leaks by itself',
    text: [
      'A tap that drips once a second wastes five thousand litres a year. A burst hose loses that much in a morning. Water Handler measures the flow into a building every eight seconds, learns what is normal there, and closes the valve when it finds a leak.',
      'It keeps working when the network is down and the power is out, because the valve decides on the spot.',
    ],
  },
  features: {
    heading: 'What you get',
    icons: ['valve', 'phone', 'chip', 'handshake'],
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
        text: 'A small model in the valve and a larger one on our server check every suspected leak. The valve closes only if both agree. When the network is down, the valve decides alone.',
      },
      {
        title: 'Support',
        text: 'Phone support seven days a week, a technician within one working day, and new batteries before the old ones run out.',
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
        text: 'Markets, lodges, clinics and offices find losses early and share one bill fairly.',
      },
    ],
  },
  terms: [
    {
      title: 'Included',
      text: 'Motor valve, flow sensor, one leak sensor, installation, the app and alarms by text message.',
    },
    { title: 'Where we install', text: 'Lusaka and Chongwe. Elsewhere through plumbers we have trained.' },
    { title: 'What it needs', text: 'A supply pipe of 15 to 40 mm with a meter. No mains power, no Wi-Fi.' },
  ],
  price: '',
  start: {
    heading: 'How to start',
    list: [
      { title: 'Ask for a quote', text: 'Send us the size of your pipe and a photo of your meter.' },
      { title: 'Site visit', text: 'A technician checks the pipe and agrees a date with you.' },
      { title: 'Installation', text: 'About two hours. You can see your flow in the app the same day.' },
    ],
  },
  figures: [
    { value: 'IP68', label: 'under water at 1.5 m for 72 hours' },
    { value: '9 s', label: 'from detection to a closed valve' },
    { value: '3 years', label: 'on one battery pack' },
  ],
  site: {
    heading: 'Order Water Handler',
    text: 'Ask us for a quote, or read the manual and find a trained plumber on the product site.',
    label: 'Visit waterhandler.example',
    href: 'https://waterhandler.example/',
  },
};
