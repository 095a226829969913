import type { DateText, ListedArticle } from '#src/api/responses.ts';
import { Icon } from '#src/components/icon.tsx';

type ArticleImageProps = {
  article: Pick<ListedArticle, 'image' | 'images'>;
  className: string;
  width: number;
  height: number;
  isFirst?: boolean;
};

/** Decorative. An article without an image has a placeholder of the same size. */
export function ArticleImage({ article, className, isFirst, ...size }: ArticleImageProps) {
  const { image: src, images } = article;
  if (src === undefined)
    return (
      <div className={`${className} image-missing`}>
        <Icon name="chip" />
      </div>
    );
  return (
    <img
      className={className}
      src={src}
      srcSet={images?.map((image) => `${image.src} ${image.width}w`).join(', ') || undefined}
      sizes={images && `${isFirst ? '' : 'auto, '}(min-width: 768px) 46rem, calc(100vw - 2.5rem)`}
      alt=""
      {...size}
      loading={isFirst ? undefined : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
    />
  );
}

export function ArticleDate({ date }: { date: DateText }) {
  return date.text === '' ? null : <time dateTime={date.iso}>{date.text}</time>;
}
