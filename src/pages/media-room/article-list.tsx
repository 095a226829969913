import { useArticles } from '#src/api/hooks.ts';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';

import { ArticleTeaser, ArticleTeaserSkeleton } from './article-teaser.tsx';
import { ListPager } from './list-pager.tsx';

const bones = ['first', 'second', 'third', 'fourth', 'fifth'];

/** One page of a list, or what there is to say instead. */
export function ArticleList({ type, page }: { type: MediaType; page: number }) {
  const { data, error, mutate } = useArticles(type, page);
  if (data === undefined && error !== undefined)
    return <LoadFailed error={error} words={mediaRoom.state} onRetry={() => void mutate()} />;
  if (data === undefined)
    return (
      <ul className="media-list" aria-busy="true">
        {bones.map((name) => (
          <ArticleTeaserSkeleton key={name} />
        ))}
      </ul>
    );
  return (
    <>
      {data.length === 0 ? (
        <Notice>
          <p>{page === 0 ? mediaRoom.list.empty : mediaRoom.list.end}</p>
        </Notice>
      ) : (
        <ul className="media-list">
          {data.map((article, index) => (
            <ArticleTeaser key={article.id} article={article} isFirst={index === 0} />
          ))}
        </ul>
      )}
      <ListPager type={type} page={page} hasItems={data.length > 0} />
    </>
  );
}
