import * as promises from './promises.ts';

const waits =
  'It is saved on this device and will be sent when you are back online. If this is a private window, leave it open until then. If it is urgent, call us.';
const service = 'It is saved on this device. Our server could not accept it just now; we will keep trying.';

/** The label of a field that may stay empty. */
export const optionalLabel = (label: string) => `${label} (optional)`;

/** Each form's texts: its labels in the fields' order, and its messages to the visitor. */
export const formWords = {
  apply: {
    fields: {
      name: {
        label: 'Name',
        parts: { first_name: { label: 'First name' }, last_name: { label: 'Last name' } },
      },
      email: { label: 'Email' },
      mobile: { label: 'Mobile' },
      description: { label: 'Description' },
      job: { label: 'The vacancy' },
      profile: { label: 'Profile link' },
    },
    nameOf: (vacancy: string) => `Application: ${vacancy}`,
    heading: (vacancy: string) => `Thank you for your application: ${vacancy}`,
    accepted: 'Thank you. Your application has arrived.',
    sent: `It has arrived. We will answer you within ${promises.application}, by email to the address you gave.`,
    offline: waits,
    service,
  },
  subscribe: {
    fields: {
      name: { label: 'Full name' },
      email: { label: 'Email' },
    },
    nameOf: () => 'Newsletter subscription',
    heading: () => 'Thank you for subscribing',
    accepted: 'Thank you for subscribing.',
    confirm: 'Check your email: open the link that we have sent you and press the button.',
    sent: `You are subscribed to our newsletter. The next one will go out on ${promises.friday}.`,
    offline: 'Your request is saved on this device and will be sent when you are back online.',
    service:
      'Your request is saved on this device. Our server could not accept it just now; we will keep trying.',
  },
  enquiry: {
    fields: {
      name: { label: 'Name' },
      email: { label: 'Email' },
      phone: { label: 'Phone' },
      about: { label: 'About' },
      message: { label: 'Message' },
    },
    nameOf: () => 'Enquiry',
    heading: () => 'Thank you for your enquiry',
    accepted: 'Thank you. Your enquiry has arrived.',
    sent: `It has arrived. We will answer within ${promises.email}.`,
    offline: waits,
    service,
  },
};
