import type { ReactNode } from 'react';

import type { ListedArticle } from '#src/api/answers.ts';
import type { ConnectError } from '#src/api/client.ts';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { mediaRoom } from '#src/content/media-room.ts';

import { ArticleCard, ArticleCardSkeleton, ArticleTeaser, ArticleTeaserSkeleton } from './article-card.tsx';

type ArticleListProps = {
  /** As cards in a row, or as teasers below each other. */
  as: 'cards' | 'teasers';
  /** What `useArticles` gave. */
  answer: { data?: ListedArticle[]; error?: ConnectError; mutate?: () => unknown };
  /** How many stand there while they are on their way; of cards no more are shown. */
  count: number;
  /** Said where there are none. */
  empty?: string;
};

/** A list of articles, or what there is to say instead. */
export function ArticleList({ as, answer, count, empty = mediaRoom.list.empty }: ArticleListProps) {
  const { data, error, mutate } = answer;
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate?.()} />;
  if (data?.length === 0)
    return (
      <Notice>
        <p>{empty}</p>
      </Notice>
    );
  const inCards = as === 'cards';
  const Bone = inCards ? ArticleCardSkeleton : ArticleTeaserSkeleton;
  const shown = inCards ? data?.slice(0, count) : data;
  const items =
    shown?.map((article, index) => itemOf(article, inCards, index === 0)) ??
    Array.from({ length: count }, (_, index) => <Bone key={`bone-${String(index)}`} />);
  const isBusy = data === undefined;
  return inCards ? (
    <div className="grid-3" aria-busy={isBusy}>
      {items}
    </div>
  ) : (
    <ul className="vstack gap-4" aria-busy={isBusy}>
      {items}
    </ul>
  );
}

function itemOf(article: ListedArticle, inCards: boolean, isFirst: boolean): ReactNode {
  return inCards ? (
    <ArticleCard key={article.id} article={article} />
  ) : (
    <ArticleTeaser key={article.id} article={article} isFirst={isFirst} />
  );
}
