import type { Picture as PictureContent } from '#src/content/picture.ts';

type PictureProps = {
  picture: PictureContent;
  className?: string;
  /** In the first view: fetched at once. All others wait until they come near. */
  first?: boolean;
};

export function Picture({ picture, className, first = false }: PictureProps) {
  return (
    <img
      className={className}
      src={picture.src}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      loading={first ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
    />
  );
}
