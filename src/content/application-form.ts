export const applicationForm = {
  heading: 'Apply for',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  description: 'Description',
  descriptionPlaceholder:
    'Why do you want this job, and what have you done before? Maximum character is 1500',
  profile: 'Profile link',
  profilePlaceholder: 'https://',
  profileHint:
    'LinkedIn, GitHub or a portfolio. Without one, link to anything that shows your work, such as a Facebook page or a shared document.',
  privacy: 'How we use your application and how long we keep it',
  submit: 'Submit application',
  notListed:
    'This vacancy is no longer listed. What you have typed is kept, but if you send it, it may not be accepted.',
} as const;
