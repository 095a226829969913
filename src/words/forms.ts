import { requiredText } from './form-errors.ts';
import * as promises from './promises.ts';

/** The label of a field that may stay empty. */
export const optionalLabel = (label: string) => `${label} (optional)`;

/** A part of a name, which nobody may leave empty. */
const namePart = (label: string) => ({
  label,
  needed: `${requiredText(label)} If you have only one name, write it in both fields.`,
});

/** Each form's texts: its labels in the fields' order, and its messages to the visitor. `subject` and `sent` are one sentence. */
export const formWords = {
  apply: {
    fields: {
      name: {
        label: 'Name',
        parts: { first_name: namePart('First name'), last_name: namePart('Last name') },
      },
      email: { label: 'Email' },
      mobile: { label: 'Mobile' },
      description: { label: 'Description' },
      job: { label: 'The vacancy' },
      profile: { label: 'Profile link' },
    },
    nameOf: (vacancy: string) => `Application: ${vacancy}`,
    subject: (vacancy: string) => `Your application (${vacancy})`,
    accepted: 'Thank you. Your application has arrived.',
    sent: `has arrived, and we will answer within ${promises.application}.`,
  },
  subscribe: {
    fields: {
      name: { label: 'Full name' },
      email: { label: 'Email' },
    },
    nameOf: () => 'Newsletter subscription',
    subject: () => 'Your subscription',
    accepted: 'Thank you for subscribing.',
    confirm: 'Check your email: open the link that we have sent you and press the button.',
    sent: `has arrived, and the next newsletter will go out on ${promises.friday}.`,
  },
  enquiry: {
    fields: {
      name: { label: 'Name' },
      email: { label: 'Email' },
      phone: { label: 'Phone' },
      about: { label: 'About', needed: 'Choose what it is about.' },
      message: { label: 'Message' },
    },
    nameOf: () => 'Enquiry',
    subject: () => 'Your enquiry',
    accepted: 'Thank you. Your enquiry has arrived.',
    sent: `has arrived, and we will answer within ${promises.email}.`,
  },
};
