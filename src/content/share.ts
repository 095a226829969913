export const shareWords = {
  share: 'Share',
  copied: 'Copied to the clipboard.',
  copyThis: 'Copy this:',
  whatsapp: 'WhatsApp',
} as const;

/** Lets the visitor choose a recipient. */
export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`;
