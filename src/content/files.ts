/** Texts about files that visitors send with a form. */
const asPdf = (ending: string, what: string) =>
  `This ${ending || 'file'} is ${what}. Save it as PDF, then choose it again.`;

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
    `${before}, made ${after}, without the camera's data such as the place.`,
  chosen: (size: string) => `Saved on this device: ${size}.`,
  chooseAgain: 'If you were choosing a file, choose it again: your browser closed this page in the meantime.',
  unreadable:
    'This file could not be read. It may have been changed or moved, or not be on this device. Choose it again.',
  empty: 'This file is empty. It may not be on this phone: download it first, then choose it again.',
  large: 'This file is larger than 5 MB. Send a smaller one by email.',
  type: 'Only PDF, Word, RTF, OpenDocument, JPEG, PNG and WebP files can be sent here. Send others by email.',
  damaged: 'This picture could not be opened: it may be incomplete. Choose it again.',
  /** Files that are not accepted, by what they are. `ending`: of their names, if any. */
  other: {
    page: (ending: string) => asPdf(ending, 'a web page'),
    wordXml: (ending: string) => asPdf(ending, "Word's XML"),
    spreadsheet: (ending: string) => asPdf(ending, 'a spreadsheet'),
    slides: (ending: string) => asPdf(ending, 'a presentation'),
    macros: (ending: string) => asPdf(ending, 'a Word file with macros'),
    heic: (ending: string) =>
      `This ${ending || 'file'} is a HEIC photo, which this browser cannot open. Take a screenshot of it, and choose that.`,
  },
  protected:
    'This file is protected. If it asks for a password, send us the password, or choose another copy.',
  cut: 'The end of this file is missing. Please open it once to see whether it is whole.',
  undrawn: 'This browser cannot make this picture smaller than 5 MB. Choose a smaller one.',
  largePhoto: 'This photo is larger than 30 MB. Send it by email.',
  tooMany: (count: number) => `You can add up to ${count} files. Send the others by email.`,
  noRoom:
    'There is not enough room on this device to save the file. You can submit the form without it and send the file by email.',
  remove: 'Remove the file',
  arrived: 'It has arrived.',
  follows: 'It will follow what you wrote.',
  waiting: 'Waiting for a connection.',
  slow: 'The connection is slow. We will keep trying, with more time for each part.',
  leaving: 'It will be taken back as soon as our server answers.',
  later: 'Our server could not accept it just now; we will keep trying.',
  sending: (parts: number, count: number) => `Being sent: ${parts} of ${count} parts have arrived.`,
  refused: (reason: string) => `It did not arrive. ${reason}`,
  reasons: {
    lost: 'It is no longer saved on this device. Please send it by email.',
    unsupported: 'Our server accepts no files at the moment. Please send it by email.',
    room: 'It could not be saved on this device. Please send it by email.',
  },
} as const;
