import * as promises from '#src/words/promises.ts';
import { company } from '#src/words/site.ts';

import { drawing } from './pictures.ts';

export const sample = 'how to find the office, support on public holidays';

export const contact = {
  hotline: { heading: 'Hotline', text: 'For orders, support and questions.' },
  email: { heading: 'Email', text: `We will answer within ${promises.email}.` },
  hours: { heading: 'Support hours', text: 'Lusaka time. We also answer on public holidays.' },
  office: {
    heading: 'Office Location',
    text: 'Ring the bell at the green gate. You can park in the yard, and minibuses stop at the corner.',
    loading: 'Loading Map...',
    failed: 'The map could not be loaded, but you can still use the address and directions.',
    picture: drawing('contact/office', 'A street map with a pin', 1200, 675),
    directions: 'Get directions',
    directionsAbout: 'to our office, on Google Maps',
  },
} as const;

export const directionsUrl = `https://www.google.com/maps/dir/?api=1&destination=${company.office.lat},${company.office.lng}`;
