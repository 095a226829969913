import { useMemo } from 'react';

import type { ListedArticle } from '#src/api/answers.ts';
import { Notice } from '#src/components/notice.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import { excerptLimits } from '#src/lib/excerpt.ts';
import { createSearch, excerptAround, markParts } from '#src/lib/search.ts';

import { ArticleTeaser } from './article-teaser.tsx';

/** The articles that match, best first, with what matched marked; their number is announced. */
export function SearchHits({ articles, term }: { articles: ListedArticle[]; term: string }) {
  const search = useMemo(() => createSearch(articles), [articles]);
  const hits = useMemo(() => search(term), [search, term]);
  const byId = useMemo(() => new Map(articles.map((article) => [article.id, article])), [articles]);
  return (
    <>
      <p role="status">{mediaRoom.list.found(hits.length, term)}</p>
      {hits.length === 0 && (
        <Notice>
          <p>{mediaRoom.list.noMatch}</p>
        </Notice>
      )}
      <ul className="media-list">
        {hits.map(({ id, words }) => {
          const article = byId.get(id);
          if (article === undefined) return null;
          return (
            <ArticleTeaser
              key={id}
              article={article}
              title={<Marked text={article.title} words={words} />}
              text={
                <Marked text={excerptAround(article.text, words, excerptLimits.listText)} words={words} />
              }
            />
          );
        })}
      </ul>
    </>
  );
}

function Marked({ text, words }: { text: string; words: Set<string> }) {
  let start = 0;
  return markParts(text, words).map((part) => {
    const key = start;
    start += part.text.length;
    return part.isHit ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
