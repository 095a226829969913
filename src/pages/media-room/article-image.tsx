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
  isFirst?: boolean;
  /** With Save-Data it comes by a press. */
  mayWait?: boolean;
};

/** Decorative: the title says the same. A plate of the same size where it is missing or dead. */
export function ArticleImage({ src = '', images, className, isFirst, mayWait, ...size }: ArticleImageProps) {
  const element = useRef<HTMLImageElement>(null);
  const [deadSrc, setDeadSrc] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const waits = usePicturesWait() && mayWait === true && !isWanted && !isOwnDrawing(src);
  useLayoutEffect(() => {
    // It may have come, or failed, before hydration.
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

export function ArticleDate({ date }: { date: Moment }) {
  return date.text === '' ? null : <time dateTime={date.iso}>{date.text}</time>;
}
