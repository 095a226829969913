/** The texts that the product specification sets for errors of the connect API. */
export const noResponseText = 'Error 500: Server connection failed!.';
export const unauthorizedText = 'Invalid Email address or password!';
export const otherErrorText = 'Error 446: Something went wrong!.';

const storeProblems = {
  full: 'the disk is full',
  busy: 'another program is using the database',
  away: 'the database cannot be reached',
} as const;

export const nothingStored = (problem: keyof typeof storeProblems) =>
  `Nothing can be stored at the moment: ${storeProblems[problem]}.`;

/** The server's error messages to visitors. */
export const serverErrors = {
  failed: 'Something went wrong on our side. Please try again later.',
  notStored: (problem: keyof typeof storeProblems) => `${nothingStored(problem)} Please try again later.`,
  notFound: 'There is nothing at this address.',
  noPage: 'Not found',
  noArticle: 'This article does not exist.',
  noApplication: (header: string) =>
    `No application was found for this secret. Send the secret in the header ${header}.`,
  noVacancy: 'This vacancy does not exist. Please choose one from the list of open vacancies.',
  closed: (vacancy: string, since: string) =>
    `Applications for "${vacancy}" ${since || 'are closed'}. Please choose another vacancy.`,
  since: (time: string, city: string) => `closed on ${time}, ${city} time`,
  invalid: 'Please check the marked fields.',
  invalidKey: 'The Idempotency-Key must be 1 to 200 printable ASCII characters.',
  keyReused: 'This Idempotency-Key was used for a different request. Please submit again.',
  inProgress: 'This request is still being processed. Please try again in a moment.',
  repeated: 'We have already received this request.',
  trapFilled:
    'Please send it once more: a field that must stay empty was filled in, perhaps by your browser.',
  otherSite: 'This request came from another site and was not accepted.',
  tooMany: (seconds: number) => `Too many requests. Please try again in ${seconds} seconds.`,
  tooManyToday: (most: number) =>
    `Your network has sent ${most} submissions within a day, which is the most that we accept. Please try again tomorrow or write to us by email.`,
  tooManyAddresses:
    'Too many email addresses have been subscribed from your network within the last hour. Please try again later.',
  tooManyDevices:
    'Too many devices have turned notifications on from your network today. Please try again tomorrow.',
  tooManyFiles: (megabytes: number) =>
    `Your network has sent ${megabytes} MB of files within a day, which is the most that we accept. The rest will be sent tomorrow.`,
  uploadToken: (header: string) => `Send the token from the form’s response in the header ${header}.`,
  deleted: 'This was withdrawn or deleted, so nothing was stored.',
  noFile: 'We are not expecting this file: what it belongs to is not here, or was sent without it.',
  partType: (type: string) => `Send each part of a file as ${type}.`,
  partSize: 'This part does not have the right number and size.',
  endpoint: 'The endpoint must be an https address of a known push service.',
  pushKeys: 'These are not valid keys for a push subscription.',
  unreachable: 'The service behind this site cannot be reached. Please try again later.',
} as const;

/** The error page for visitors without JavaScript. */
export const formErrorPage = {
  heading: 'Please check your form',
  notSent: 'It was not sent:',
  back: 'Use your browser’s Back button. The form still contains your text.',
  sendAgain: 'Send it again',
  yourText: 'Your text, to copy',
  otherWays: 'You can also reach us here:',
  home: 'Home',
} as const;
