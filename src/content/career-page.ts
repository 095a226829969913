export const careerPage = {
  intro: {
    heading: 'Join our Talent Community',
    text: 'We design circuit boards, write software, install our products and train teachers. If you would like to work with us and none of the vacancies below fits, send us a speculative application.',
    apply: 'Join the Talent Community',
  },
  why: {
    heading: 'Why Join',
    icons: ['bulb', 'chart'],
    values: [
      {
        title: 'Innovation',
        text: 'You follow a product from the first sketch to the customer. New ideas are tried on a prototype within a week.',
      },
      {
        title: 'Growth',
        text: 'Friday afternoons are for learning. You get a budget for courses and parts, and a mentor for your first six months.',
      },
    ],
  },
  hiring: {
    heading: 'How hiring works',
    steps: [
      {
        title: 'Apply',
        text: 'Use the form. It works offline, and your application is sent once you are back online.',
      },
      {
        title: 'We read it',
        text: 'The head of the team reads your application and answers within ten working days.',
      },
      {
        title: 'We meet',
        text: 'A half-hour call, then a paid trial day in Lusaka. You hear from us within three working days.',
      },
    ],
  },
} as const;
