import type { Picture as PictureContent } from '#src/content/pictures.ts';

import { photos } from './photos.ts';
import { PictureButton, useWaitsForPress } from './picture-button.tsx';

type PictureProps = {
  picture: PictureContent;
  className?: string;
  /** In the first view: fetched at once. All others wait until they come near. */
  first?: boolean;
};

export function Picture({ picture, className, first = false }: PictureProps) {
  const { waits, press, addressed, crossOrigin, focused } = useWaitsForPress();
  const photo = photos[picture.src.replace(/^\/images\/|\.\w+$/g, '')];
  const image = (src: string, { width, height }: { width: number; height: number }, alt = picture.alt) => (
    <img
      {...focused}
      className={className}
      crossOrigin={crossOrigin(src)}
      src={src}
      alt={alt}
      width={width}
      height={height}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
    />
  );
  if (photo === undefined) return image(picture.src, picture);
  if (waits)
    return (
      <PictureButton alt={picture.alt} onPress={press}>
        {image(picture.src, picture, '')}
      </PictureButton>
    );
  const sizes = `${first ? '' : 'auto, '}(min-width: 768px) 50vw, 100vw`;
  const list = (format: string) =>
    photo.widths.map((width) => `${addressed(`${photo.stem}-${width}.${format}`)} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={list('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={list('webp')} sizes={sizes} />
      {image(addressed(`${photo.stem}-${photo.widths[0]}.jpg`), photo)}
    </picture>
  );
}
