/** The words of the application form; they load with its dialog. */
export const applicationForm = {
  heading: 'Apply for',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  mobile: 'Mobile',
  description: 'Description',
  descriptionPlaceholder: 'Why you, and why this work? Maximum character is 1500',
  profile: 'Profile link',
  profilePlaceholder: 'https://',
  privacy: 'What we keep of your application, and for how long',
  submit: 'Submit application',
  submitting: 'Please Wait',
  notListed:
    'This vacancy has just left our list. What you have typed stays here; if you send it, it may be refused.',
} as const;
