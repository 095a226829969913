import { useEffect, useRef, useState } from 'react';

import { Icon } from '#src/components/icon.tsx';

type MediaImageProps = {
  src: string | undefined;
  className: string;
  width: number;
  height: number;
  /** For the picture above the fold. */
  isFirst?: boolean;
};

/** A provider's picture; a plate of the same size where it is missing or dead. Decorative: the title says the same. */
export function MediaImage({ src, className, width, height, isFirst = false }: MediaImageProps) {
  const element = useRef<HTMLImageElement>(null);
  const [deadSrc, setDeadSrc] = useState<string>();
  useEffect(() => {
    // It may have failed before React was here to hear of it.
    const image = element.current;
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc !== '') setDeadSrc(src);
  }, [src]);
  if (src === undefined || src === deadSrc)
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
