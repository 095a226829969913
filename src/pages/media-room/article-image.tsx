import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import type { DateText } from '#src/api/answers.ts';
import { Icon } from '#src/components/icon.tsx';
import {
  focusOn,
  isOwnDrawing,
  PictureButton,
  usePicturesOnRequest,
} from '#src/components/picture-button.tsx';

type ArticleImageProps = {
  src: string | undefined;
  images?: { src: string; width: number }[];
  className: string;
  width: number;
  height: number;
  isFirst?: boolean;
  /** With Save-Data, load on request only. */
  mayWait?: boolean;
};

/** Decorative. Shows a placeholder of the same size if the image is missing or broken. */
export function ArticleImage({ src = '', images, className, isFirst, mayWait, ...size }: ArticleImageProps) {
  const element = useRef<HTMLImageElement>(null);
  const [deadSrc, setDeadSrc] = useState('');
  const [isRequested, setIsRequested] = useState(false);
  const isOnRequest = usePicturesOnRequest() && mayWait === true && !isRequested && !isOwnDrawing(src);
  useLayoutEffect(() => {
    // It may have loaded or failed before hydration.
    const image = element.current;
    if (!image?.complete || image.currentSrc === '') return;
    if (image.naturalWidth === 0) setDeadSrc(src);
    else setIsRequested(true);
  }, [src]);
  const load = () => {
    flushSync(() => setIsRequested(true));
    focusOn(element.current);
  };
  if (src === deadSrc)
    return (
      <div className={`${className} image-missing`}>
        <Icon name="chip" />
      </div>
    );
  if (isOnRequest) return <PictureButton onPress={load} />;
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

export function ArticleDate({ date }: { date: DateText }) {
  return date.text === '' ? null : <time dateTime={date.iso}>{date.text}</time>;
}
