export const applicationForm = {
  heading: 'Apply:',
  descriptionPlaceholder: 'Why do you want this job, and what have you done before? At most 1500 characters.',
  profilePlaceholder: 'linkedin.com/in/your-name',
  profileHint:
    'Any page that shows your work or who you are: LinkedIn, Facebook, GitHub, a portfolio, a shared document or a photo album.',
  whatsApp: 'Use my WhatsApp number',
  noMobile: 'Enter a Zambian mobile number in "Mobile" first, then press the button again.',
  filesByEmail: 'If you have a CV or certificates as files, send them to',
  privacy: 'How we use your application and how long we store it',
  submit: 'Submit application',
  notListed:
    'This vacancy is no longer listed. What you have typed is saved, but we may no longer accept it.',
} as const;
