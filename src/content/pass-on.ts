/** Words for passing a vacancy or an article on; those in the file itself load with it. */
export const passOnWords = {
  share: 'Share',
  copied: 'Link copied',
  copyThis: 'Copy this address:',
  whatsapp: 'WhatsApp',
  saveFile: 'Save as a file',
  handedOver: (name: string) =>
    `Your browser has been given ${name}: look in its downloads. If it is not there, open this page in another browser, outside the app that you came from, and press again.`,
  notSaved: 'The file could not be made. Load this page again and press once more.',
} as const;

/** A message in WhatsApp, its receiver still to be chosen. */
export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`;
