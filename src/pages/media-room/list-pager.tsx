import type { MouseEvent } from 'react';

import { useLoadedArticles } from '#src/api/articles.ts';
import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import type { MediaType } from '#src/contract/media-type.ts';
import { mediaListPath } from '#src/paths.ts';

type ListPagerProps = { type: MediaType; page: number; hasItems: boolean };

/** After the navigation, so that the way back finds the old place. */
function toTop({ ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (ctrlKey || metaKey || shiftKey) return;
  setTimeout(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  });
}

/** Real links to older and newer pages. Whether there are older ones is known only once the next page was asked for. */
export function ListPager({ type, page, hasItems }: ListPagerProps) {
  const next = useLoadedArticles(type, page + 1);
  const isLast = next?.length === 0;
  return (
    <nav className="pager" aria-label={mediaRoom.list.pages}>
      {page > 0 && (
        <SiteLink className="pager-link" href={mediaListPath(type, page - 1)} onClick={toTop}>
          <Icon name="arrow-left" />
          {mediaRoom.list.newer}
        </SiteLink>
      )}
      {hasItems && !isLast && (
        <SiteLink className="pager-link" href={mediaListPath(type, page + 1)} onClick={toTop}>
          {mediaRoom.list.older}
          <Icon name="arrow-right" />
        </SiteLink>
      )}
      {hasItems && isLast && <p className="meta">{mediaRoom.list.end}</p>}
    </nav>
  );
}
