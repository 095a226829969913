import type { ReactNode } from 'react';

import type { Picture as PictureContent } from '#src/content/pictures.ts';

import { hasPhoto, Picture } from './picture.tsx';

/** Small initials beside the words, or a photo over the whole width above them. */
export function Portrait({ picture, children }: { picture: PictureContent; children: ReactNode }) {
  const isPhoto = hasPhoto(picture);
  return (
    <div className={isPhoto ? 'portrait-photo' : 'portrait'}>
      <Picture className={isPhoto ? 'cover' : ''} picture={picture} />
      <div>{children}</div>
    </div>
  );
}
