/** The words in a file that a vacancy or an article is saved as. */
export const pageFileWords = {
  kinds: { vacancy: 'Vacancy', article: 'From our Media Center' },
  type: 'Type',
  date: 'Date',
  original: 'On our site',
  picture: 'Picture',
  apply: {
    heading: 'How to apply',
    text: 'Send us your name, your number and a few words about yourself, or call us. The form on our site keeps what you type when the connection breaks.',
    subject: (title: string) => `Application: ${title}`,
  },
  contact: { heading: 'Ask us', text: 'Write, call or visit us:' },
  mail: 'Mail',
  phone: 'Phone',
  office: 'Office',
  hours: 'Hours',
  saved: (day: string) => `A copy, saved on ${day}. The page on our site may have changed since.`,
} as const;
