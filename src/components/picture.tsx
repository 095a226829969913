import type { Picture as PictureContent } from '#src/content/pictures.ts';

import { useShownPage } from './page-change.tsx';

type PictureProps = {
  picture: PictureContent;
  className?: string;
  /** In the first view: fetched at once. All others wait until they come near. */
  first?: boolean;
};

type Photo = { stem: string; width: number; height: number; widths: number[] };

/** Photos that were dropped into `src/photos/`, by the path of the drawing they take the place of. */
const photos: Record<string, Photo> = import.meta.env.PHOTOS ?? {};

export function Picture({ picture, className, first = false }: PictureProps) {
  const { isFollowed } = useShownPage();
  // One of a page that is drawn ahead waits as well: until the page is shown.
  const isEager = first && !isFollowed;
  const photo = photos[picture.src.replace(/^\/images\/|\.\w+$/g, '')];
  const image = (
    <img
      className={className}
      src={photo ? `${photo.stem}-${photo.widths[0]}.jpg` : picture.src}
      alt={picture.alt}
      width={photo?.width ?? picture.width}
      height={photo?.height ?? picture.height}
      loading={isEager ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
    />
  );
  if (photo === undefined) return image;
  const sizes = `${first ? '' : 'auto, '}(min-width: 768px) 50vw, 100vw`;
  const list = (format: string) =>
    photo.widths.map((width) => `${photo.stem}-${width}.${format} ${width}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={list('avif')} sizes={sizes} />
      <source type="image/webp" srcSet={list('webp')} sizes={sizes} />
      {image}
    </picture>
  );
}
