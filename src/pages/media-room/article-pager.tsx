import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { type MediaEntry, useNewestLists, useSurroundings } from '#src/connect/articles.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { mediaDetailPath } from '#src/paths.ts';

/** The next newer and the next older article of the same kind. */
export function ArticlePager({ id }: { id: string }) {
  useNewestLists();
  const { newer, older } = useSurroundings(id) ?? {};
  if (newer === undefined && older === undefined) return null;
  return (
    <nav className="article pager" aria-label={mediaRoom.article.more}>
      {newer && <PagerLink entry={newer} label={mediaRoom.article.next} icon="arrow-left" />}
      {older && <PagerLink entry={older} label={mediaRoom.article.previous} icon="arrow-right" isLikely />}
    </nav>
  );
}

type PagerLinkProps = {
  entry: MediaEntry;
  label: string;
  icon: 'arrow-left' | 'arrow-right';
  isLikely?: boolean;
};

function PagerLink({ entry, label, icon, isLikely }: PagerLinkProps) {
  return (
    <SiteLink className="pager-link" href={mediaDetailPath(entry.id)} isLikely={isLikely}>
      <span className="meta">
        <Icon name={icon} /> {label}
      </span>{' '}
      {entry.title}
    </SiteLink>
  );
}
