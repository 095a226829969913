/** Words for passing a vacancy or an article on. */
export const passOnWords = {
  share: 'Share',
  copied: 'Link copied',
  copyThis: 'Copy this address:',
  whatsapp: 'WhatsApp',
} as const;

/** A message in WhatsApp, its receiver still to be chosen. */
export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`;
