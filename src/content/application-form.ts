export const applicationForm = {
  heading: 'Apply:',
  descriptionPlaceholder: 'Why do you want this job, and what have you done before? At most 1500 characters.',
  profilePlaceholder: 'https://',
  profileHint:
    'LinkedIn, GitHub or a portfolio. If you have none of these, link to anything that shows your work, such as a Facebook page or a shared document.',
  privacy: 'How we use your application and how long we store it',
  submit: 'Submit application',
  notListed:
    'This vacancy is no longer listed. What you have typed is saved, but we may no longer accept it.',
} as const;
