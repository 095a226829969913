/** The words of the vacancies, wherever they are seen; those inside the form load with it. */
export const career = {
  list: {
    heading: 'We Are Hiring',
    empty: 'There are no vacancies today. Write to us anyway: most of our team joined before there was one.',
    failed: 'The vacancies could not be loaded. Try again, or write to us and we will send you the list.',
    neverLoaded:
      'The vacancies have not been saved on this device yet. They will appear here when you are back online.',
    date: 'Date:',
    apply: 'Apply Now',
    details: 'Read More',
    staysOpen: 'Stays open',
  },
  closing: {
    later: 'Closes on',
    tomorrow: 'Closes tomorrow,',
    today: 'Closes today,',
    over: 'Closed on',
  },
  closed: 'By this phone’s clock this vacancy has closed.',
  draft: {
    tomorrow: 'What you have typed for it is not sent yet, and it closes tomorrow.',
    today: 'What you have typed for it is not sent yet, and it closes today.',
    over: 'What you have typed for it was not sent.',
    show: 'See what you typed',
  },
  vacancy: {
    back: 'All vacancies',
  },
  form: {
    notLoaded: 'The form could not be loaded',
    otherWay: 'Check your connection and try again, or send us your application by email:',
  },
} as const;
