import { useCallback, useEffect, useRef, useState } from 'react';

import type { Moment } from '#src/api/answers.ts';
import { Icon } from '#src/components/icon.tsx';
import { isOwnDrawing, PictureButton, useWaitsForPress } from '#src/components/picture-button.tsx';

type ArticleImageProps = {
  src: string | undefined;
  className: string;
  width: number;
  height: number;
  /** For the picture above the fold. */
  isFirst?: boolean;
};

/** A provider's picture; a plate of the same size where it is missing or dead. Decorative: the title says the same. */
export function ArticleImage({ src, className, width, height, isFirst = false }: ArticleImageProps) {
  const element = useRef<HTMLImageElement>(null);
  const { waits, press, addressed, crossOrigin, focused } = useWaitsForPress();
  const { ref: focus } = focused;
  const hold = useCallback(
    (image: HTMLImageElement | null) => {
      element.current = image;
      focus?.(image);
    },
    [focus],
  );
  const [deadSrc, setDeadSrc] = useState<string>();
  useEffect(() => {
    // It may have failed before React was here to hear of it.
    const image = element.current;
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') setDeadSrc(src);
  }, [src]);
  const plate = (
    <div className={`${className} image-missing`}>
      <Icon name="chip" />
    </div>
  );
  if (src === undefined || src === deadSrc) return plate;
  // In a list the plate is enough: the article itself has the button.
  if (waits && !isOwnDrawing(src))
    return isFirst ? (
      <PictureButton alt="" onPress={press}>
        {plate}
      </PictureButton>
    ) : (
      plate
    );
  return (
    <img
      {...focused}
      ref={hold}
      className={className}
      crossOrigin={crossOrigin(src)}
      src={isOwnDrawing(src) ? src : addressed(src)}
      alt=""
      width={width}
      height={height}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      onError={() => setDeadSrc(src)}
    />
  );
}

/** When an article was published; nothing where its date is missing or odd. */
export function ArticleDate({ date }: { date: Moment }) {
  return date.text === '' ? null : <time dateTime={date.iso}>{date.text}</time>;
}
