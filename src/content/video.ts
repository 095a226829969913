export const videoWords = {
  play: 'Play video',
  failed: 'The video could not be loaded. Check your connection and try again.',
  captions: 'English',
} as const;
