import { type ListedArticle, useNewestArticles, useSurroundings } from '#src/api/articles.ts';
import { Icon } from '#src/components/icon.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { mediaRoom } from '#src/content/media-room.ts';
import { mediaDetailPath } from '#src/paths.ts';

/** The next newer and the next older article of the same kind. */
export function ArticlePager({ id }: { id: string }) {
  useNewestArticles();
  const { newer, older } = useSurroundings(id) ?? {};
  if (newer === undefined && older === undefined) return null;
  return (
    <nav className="article pager" aria-label={mediaRoom.article.more}>
      {newer && <PagerLink article={newer} label={mediaRoom.article.next} icon="arrow-left" />}
      {older && <PagerLink article={older} label={mediaRoom.article.previous} icon="arrow-right" />}
    </nav>
  );
}

type PagerLinkProps = {
  article: ListedArticle;
  label: string;
  icon: 'arrow-left' | 'arrow-right';
};

function PagerLink({ article, label, icon }: PagerLinkProps) {
  return (
    <SiteLink className="pager-link" href={mediaDetailPath(article.id)}>
      <span className="meta">
        <Icon name={icon} /> {label}
      </span>{' '}
      {article.title}
    </SiteLink>
  );
}
