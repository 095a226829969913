import { useLayoutEffect, useRef, useState } from 'react';

import type { DateText } from '#src/api/answers.ts';
import { Icon } from '#src/components/icon.tsx';

type ArticleImageProps = {
  src: string | undefined;
  images?: { src: string; width: number }[];
  className: string;
  width: number;
  height: number;
  isFirst?: boolean;
};

/** Decorative. Shows a placeholder of the same size if the image is missing or broken. */
export function ArticleImage({ src = '', images, className, isFirst, ...size }: ArticleImageProps) {
  const element = useRef<HTMLImageElement>(null);
  const [deadSrc, setDeadSrc] = useState('');
  useLayoutEffect(() => {
    // It may have failed before hydration.
    const image = element.current;
    if (image?.complete && image.currentSrc !== '' && image.naturalWidth === 0) setDeadSrc(src);
  }, [src]);
  if (src === deadSrc)
    return (
      <div className={`${className} image-missing`}>
        <Icon name="chip" />
      </div>
    );
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
