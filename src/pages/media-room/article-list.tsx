import type { Read } from '#src/api/hooks.ts';
import type { ListedArticle } from '#src/api/responses.ts';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';

import { ArticleCard, ArticleCardSkeleton, ArticleTeaser, ArticleTeaserSkeleton } from './article-card.tsx';

type ArticleListProps = {
  type: MediaType;
  as: 'cards' | 'teasers';
  read: Pick<Read<ListedArticle[]>, 'data'> & Partial<Read>;
  /** Number of placeholders; for cards, also the maximum shown. */
  count: number;
  empty?: string;
};

export function ArticleList({ type, as, read, count, empty = mediaRoom.list.empty }: ArticleListProps) {
  const { data, error, mutate } = read;
  const inCards = as === 'cards';
  const shown = inCards ? data?.slice(0, count) : data;
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate?.()} />;
  if (data?.length === 0)
    return (
      <Notice>
        <p>{empty}</p>
      </Notice>
    );
  const List = inCards ? 'div' : 'ul';
  const Item = inCards ? ArticleCard : ArticleTeaser;
  const Placeholder = inCards ? ArticleCardSkeleton : ArticleTeaserSkeleton;
  return (
    <List className={inCards ? 'grid-3' : 'vstack gap-4'} aria-busy={data === undefined}>
      {shown?.map((article, index) => (
        <Item key={article.id} article={article} type={type} isFirst={index === 0} />
      )) ?? Array.from({ length: count }, (_, index) => <Placeholder key={`placeholder-${String(index)}`} />)}
    </List>
  );
}
