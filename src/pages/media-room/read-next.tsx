import { useEffect, useRef, useState } from 'react';

import { useArticles } from '#src/api/hooks.ts';
import { SiteLink } from '#src/components/link.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { whenNear } from '#src/lib/when-near.ts';
import { mediaDetailPath, pages } from '#src/paths.ts';

const words = mediaRoom.article;
const most = 3;

type ReadNextProps = { id: string; type: MediaType };

/** The end of an article. The list is requested once the reader comes near. */
export function ReadNext({ id, type }: ReadNextProps) {
  const place = useRef<HTMLElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => whenNear(place.current, () => setIsNear(true)), []);
  return (
    <nav ref={place} className="article read-next border-top pt-4 mt-4 d-print-none" aria-label={words.next}>
      {isNear && <Newest id={id} type={type} />}
      <SiteLink className="more" href={`${pages.mediaRoom.path}#newsletter`}>
        {words.subscribe}
      </SiteLink>
    </nav>
  );
}

/** The articles after this one in its list, or the newest others. */
function Newest({ id, type }: ReadNextProps) {
  const { data = [] } = useArticles(type);
  const after = data.slice(data.findIndex((article) => article.id === id) + 1);
  const next = [...after, ...data].filter((article) => article.id !== id);
  const shown = [...new Set(next)].slice(0, most);
  if (shown.length === 0) return null;
  return (
    <>
      <h2 className="h4">{words.next}</h2>
      <ul className="list-unstyled mb-3">
        {shown.map((article) => (
          <li key={article.id} className="py-1">
            <SiteLink href={mediaDetailPath(article.id)}>{article.title}</SiteLink>
          </li>
        ))}
      </ul>
    </>
  );
}
