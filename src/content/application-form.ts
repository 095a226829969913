export const applicationForm = {
  heading: 'Apply:',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  description: 'Description',
  descriptionPlaceholder: 'Why do you want this job, and what have you done before? At most 1500 characters.',
  profile: 'Profile link',
  profilePlaceholder: 'https://',
  profileHint:
    'LinkedIn, GitHub or a portfolio. If you have none, link to anything that shows your work, such as a Facebook page or a shared document.',
  privacy: 'How we use your application and how long we store it',
  submit: 'Submit application',
  submitting: 'Please Wait',
  notListed:
    'This vacancy has just been closed. What you have typed is saved, but we may not accept it any more.',
} as const;
