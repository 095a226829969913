import { company } from './company.ts';
import { drawing } from './pictures.ts';

export const contact = {
  hotline: { heading: 'Hotline', text: 'Call us about anything; leaks come first.' },
  email: { heading: 'Email', text: 'A person answers within one working day.' },
  hours: { heading: 'Support hours', text: 'Lusaka time, public holidays included.' },
  office: {
    heading: 'Office Location',
    text: 'Ring at the green gate. Parking is in the yard; minibuses stop at the corner.',
    loading: 'Loading Map...',
    failed: 'The map could not be loaded. The address and the directions work without it.',
    picture: drawing('contact/office', 'A pin on a drawn plan of streets', 1200, 675),
    directions: 'Get directions',
    directionsAbout: 'to our office, on Google Maps',
  },
} as const;

export const directionsUrl = `https://www.google.com/maps/dir/?api=1&destination=${company.office.lat},${company.office.lng}`;
