/** Words for passing a vacancy or an article on; those in the file itself load with it. */
export const passOnWords = {
  share: 'Share',
  copied: 'Link copied',
  copyThis: 'Copy this address:',
  whatsapp: 'WhatsApp',
  saveFile: 'Save as a file',
  saved: (name: string) => `Saved as ${name}. It opens on any phone, without a connection.`,
  notSaved: 'The file could not be made. Load this page again and press once more.',
} as const;

/** A message in WhatsApp, its receiver still to be chosen. */
export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`;
