import type { Read } from '#src/api/hooks.ts';
import type { ListedArticle } from '#src/api/responses.ts';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { mediaRoom } from '#src/content/media-room.ts';

import { ArticleCard, ArticleTeaser } from './article-card.tsx';

type ArticleListProps = {
  as: 'cards' | 'teasers';
  read: Pick<Read<ListedArticle[]>, 'data'> & Partial<Read>;
  /** How many are expected; for cards, also the maximum shown. */
  count: number;
  empty?: string;
};

export function ArticleList({ as, read, count, empty = mediaRoom.list.empty }: ArticleListProps) {
  const { data, error, mutate } = read;
  const inCards = as === 'cards';
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate?.()} />;
  if (data === undefined) return <Skeleton lines={count * 6} />;
  if (data.length === 0)
    return (
      <Notice>
        <p>{empty}</p>
      </Notice>
    );
  const List = inCards ? 'div' : 'ul';
  const Item = inCards ? ArticleCard : ArticleTeaser;
  return (
    <List className={inCards ? 'grid-3' : 'vstack gap-4'}>
      {(inCards ? data.slice(0, count) : data).map((article, index) => (
        <Item key={article.id} article={article} isFirst={index === 0} />
      ))}
    </List>
  );
}
