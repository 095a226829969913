export const applicationForm = {
  heading: 'Apply for',
  descriptionPlaceholder:
    'Why do you want this job, and what have you done before? Maximum character is 1500',
  profilePlaceholder: 'https://',
  profileHint:
    'LinkedIn, GitHub or a portfolio. Without one, link to anything that shows your work, such as a Facebook page or a shared document.',
  privacy: 'How we use your application and how long we keep it',
  submit: 'Submit application',
  notListed:
    'This vacancy is no longer listed. What you have typed is kept, but if you send it, it may not be accepted.',
} as const;
