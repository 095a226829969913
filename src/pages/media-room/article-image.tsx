import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { Moment } from '#src/api/answers.ts';
import { Icon } from '#src/components/icon.tsx';
import { focusOn, isOwnDrawing, PictureButton, usePicturesWait } from '#src/components/picture-button.tsx';

type ArticleImageProps = {
  src: string | undefined;
  images?: { src: string; width: number }[];
  className: string;
  width: number;
  height: number;
  /** For the picture above the fold. */
  isFirst?: boolean;
  /** Where data is saved it comes by a press. */
  mayWait?: boolean;
};

/** A provider's picture; a plate of the same size where it is missing or dead. Decorative: the title says the same. */
export function ArticleImage({ src = '', images, className, isFirst, mayWait, ...size }: ArticleImageProps) {
  const element = useRef<HTMLImageElement>(null);
  const [deadSrc, setDeadSrc] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const waits = usePicturesWait() && mayWait === true && !isWanted && !isOwnDrawing(src);
  useLayoutEffect(() => {
    // With the html it may have come, or failed, before React was here to hear of it.
    const image = element.current;
    if (!image?.complete || image.currentSrc === '') return;
    if (image.naturalWidth === 0) setDeadSrc(src);
    else setIsWanted(true);
  }, [src]);
  const press = () => {
    flushSync(() => setIsWanted(true));
    focusOn(element.current);
  };
  if (src === deadSrc)
    return (
      <div className={`${className} image-missing`}>
        <Icon name="chip" />
      </div>
    );
  if (waits) return <PictureButton onPress={press} />;
  return (
    <img
      ref={element}
      className={className}
      src={src}
      srcSet={images?.map((image) => `${image.src} ${image.width}w`).join(', ') || undefined}
      sizes={images && '(min-width: 768px) 46rem, 100vw'}
      alt=""
      {...size}
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
