export const careerPage = {
  intro: {
    heading: 'Join our Talent Community',
    text: 'We design boards, write firmware, fit valves and teach children what a volt is. If any of this interests you, send us your story, even if none of the vacancies below fits you yet.',
    apply: 'Join the Talent Community',
  },
  why: {
    heading: 'Why Join',
    values: [
      {
        title: 'Innovation',
        text: 'You see a product through from the first sketch to the meter pit. We try ideas on the bench within a week, and hang failed boards on the wall, with the lesson beside them.',
      },
      {
        title: 'Growth',
        text: 'Friday afternoons are for what you want to learn. You get a budget for courses and parts, a mentor for your first six months, and your name on the work you do.',
      },
    ],
  },
} as const;
