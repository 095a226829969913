export const shareWords = {
  share: 'Share',
  copied: 'Link copied',
  copyThis: 'Copy this address:',
  whatsapp: 'WhatsApp',
} as const;

/** Lets the visitor choose a recipient. */
export const whatsappUrl = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`;
