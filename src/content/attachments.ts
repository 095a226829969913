/** Texts about files that visitors send with a form. */
import { retentionDays } from '#src/contract/retention.ts';

export const filesWords = {
  labels: {
    apply: 'CV or certificate',
    enquiry: 'Photos or drawings',
  },
  hint: (count: number) =>
    count === 1
      ? 'PDF, Word, RTF, OpenDocument or a photo, up to 5 MB.'
      : `Up to ${count}: PDF, Word, RTF, OpenDocument or photos, 5 MB each.`,
  preparing: 'Preparing the file…',
  made: (before: string, after: string) =>
    `${before}, made ${after}, without the camera's data, such as the location.`,
  chosen: (size: string) => `Saved on this device: ${size}.`,
  chooseAgain: 'If you were choosing a file, choose it again.',
  unreadable:
    'This file is empty or cannot be read. It may not be on this phone: download it first, then choose it again.',
  large: (megabytes: number) => `This file is larger than ${megabytes} MB. Send a smaller one by email.`,
  type: 'Only PDF, Word, RTF, OpenDocument, JPEG, PNG and WebP files can be sent here. Send others by email.',
  damaged: 'This picture could not be opened: it may be incomplete. Choose it again.',
  /** `what`: one of `others`. */
  other: (ending: string, what: string) => `This ${ending} is ${what}. Save it as PDF, then choose it again.`,
  others: {
    page: 'a web page',
    wordXml: "Word's XML",
    spreadsheet: 'a spreadsheet',
    slides: 'a presentation',
    macros: 'a Word file with macros',
  },
  heic: 'This is a HEIC photo, which this browser cannot open. Take a screenshot of it, and choose that.',
  protected:
    'This file is protected. If it asks for a password, send us the password, or choose another copy.',
  cut: 'The end of this file is missing. Please open it to see whether it is complete.',
  undrawn: 'This browser cannot make this picture smaller than 5 MB. Choose a smaller one.',
  tooMany: (count: number) => `You can add up to ${count} files. Send the others by email.`,
  noRoom: 'This device has no room for the file. Submit the form without it, and send the file by email.',
  remove: 'Remove the file',
  removeStops: `If you remove it, it will not be sent. The part that has arrived cannot be opened, and we delete it after ${retentionDays.unfinishedFile} days.`,
  arrived: 'It has arrived.',
  follows: 'It will follow what you wrote.',
  waiting: 'Waiting for a connection.',
  slow: 'The connection is slow. We will keep trying, with more time for each part.',
  sending: (parts: number, count: number) => `Being sent: ${parts} of ${count} parts have arrived.`,
  refused: (reason: string) => `It did not arrive. ${reason}`,
  reasons: {
    lost: 'It is no longer saved on this device. Please send it by email.',
    unsupported: 'Our server accepts no files at the moment. Please send it by email.',
    room: 'It could not be saved on this device. Please send it by email.',
  },
} as const;
