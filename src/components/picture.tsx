import type { Picture as PictureContent } from '#src/content/pictures.ts';

type Photo = { stem: string; width: number; height: number; widths: number[] };

/** Photos in `src/photos/`, by the path of the drawing they replace. */
export const photos: Record<string, Photo> = import.meta.env.PHOTOS ?? {};

function photoOf({ src }: PictureContent): Photo | undefined {
  return photos[src.replace(/^\/images\/|\.\w+$/g, '')];
}

export function hasPhoto(picture: PictureContent): boolean {
  return photoOf(picture) !== undefined;
}

type PictureProps = {
  picture: PictureContent;
  className?: string;
  /** True in the first view, where a picture must not load lazily. */
  first?: boolean;
  /** The width for which a photo's file is chosen, if not the shown one. */
  sizes?: string;
};

export function Picture({ picture, className, first = false, sizes }: PictureProps) {
  const photo = photoOf(picture);
  const { width, height } = photo ?? picture;
  const image = (
    <img
      className={className}
      src={photo ? `${photo.stem}-${photo.widths[0]}.jpg` : picture.src}
      alt={picture.alt}
      width={width}
      height={height}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
    />
  );
  if (photo === undefined) return image;
  const shown = `${first ? '' : 'auto, '}(min-width: 768px) 50vw, calc(100vw - 2.5rem)`;
  const list = (format: string) =>
    photo.widths.map((size) => `${photo.stem}-${size}.${format} ${size}w`).join(', ');
  return (
    <picture>
      <source type="image/avif" srcSet={list('avif')} sizes={sizes ?? shown} />
      <source type="image/webp" srcSet={list('webp')} sizes={sizes ?? shown} />
      {image}
    </picture>
  );
}
