/** Texts for vacancies. The form's texts are separate, so that they load with the form. */
export const career = {
  list: {
    heading: (count: number) =>
      `We Are Hiring${count === 0 ? '' : count === 1 ? ': 1 vacancy' : `: ${count} vacancies`}`,
    empty: 'No open vacancies right now. You are welcome to join our Talent Community.',
    failed: 'The vacancies could not be loaded. Try again, or email us and we will send you the list.',
    neverLoaded:
      'The vacancies are not saved on this device yet. They will appear here when you are back online.',
    date: 'Date:',
    apply: 'Apply Now',
    details: 'Read More',
    staysOpen: 'Stays open',
  },
  vacancy: {
    failed: 'This vacancy could not be loaded. Check your connection and try again.',
    neverLoaded: 'This vacancy is not saved on this device. It will appear when you are back online.',
  },
  closes: 'Closes on',
  closed: 'Closed on',
  back: 'All vacancies',
  /** Shown before the link in a shared vacancy. */
  howToApply: 'To apply, open this link with mobile data or Wi-Fi:',
} as const;
