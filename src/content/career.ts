/** The words of the Career page and its dialogs; those inside the form load with it. */
export const career = {
  intro: {
    heading: 'Join our Talent Community',
    text: 'We draw boards, write firmware, fit valves and teach children what a volt is. If one of these made you look up, send us your story, also when no vacancy below has your name on it yet.',
  },
  why: {
    heading: 'Why Join',
    values: [
      {
        title: 'Innovation',
        text: 'You see the whole way of a thing, from the first line on paper to the meter pit. Ideas are tried on the bench within a week, and a failed board is hung on the wall, with its lesson.',
      },
      {
        title: 'Growth',
        text: 'Friday afternoons belong to what you want to learn. There is a budget for courses and parts, a mentor in your first half year, and work that leaves the building with your name on it.',
      },
    ],
  },
  list: {
    heading: 'We Are Hiring',
    empty:
      'No position is open today. Write to us all the same: most of our team came before there was a vacancy.',
    failed: 'The vacancies could not be loaded. Try again, or write to us and we will send you the list.',
    neverLoaded:
      'The vacancies have not been saved on this device yet. They will appear here when you are back online.',
    date: 'Date:',
    apply: 'Apply Now',
    details: 'Read More',
  },
  vacancy: {
    back: 'All vacancies',
  },
  form: {
    notLoaded: 'The form could not be loaded',
    otherWay: 'Check your connection and try again, or send us your application by mail:',
  },
} as const;
