import type { ReactNode } from 'react';

import type { Picture as PictureContent } from '#src/content/pictures.ts';
import { descriptions, titles } from '#src/words/titles.ts';

import { PageMeta, type PageMetaProps } from './page-meta.tsx';
import { Picture } from './picture.tsx';

type PageBannerProps = PageMetaProps & {
  /** The section of the site. */
  eyebrow?: string;
  picture?: PictureContent;
  /** Leaves room for a form in the first screen. */
  isLow?: boolean;
  children?: ReactNode;
};

/** Shows title and description, and adds both to `<head>`. */
export function PageBanner(props: PageBannerProps) {
  const { name, eyebrow, picture, isLow, children, ...head } = props;
  const title = props.title ?? titles[name];
  const description = props.description ?? descriptions[name];
  return (
    <>
      <PageMeta {...head} name={name} />
      <header
        id="page-intro"
        className={['page-banner stage', picture && 'page-banner-pictured', isLow && 'page-banner-low']
          .filter(Boolean)
          .join(' ')}
        data-bs-theme="dark"
      >
        <div className="container">
          <div>
            {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
            <h1>{title}</h1>
            <p className="lead">{description}</p>
            {children}
          </div>
          {picture && <Picture className="w-100 rounded-3" picture={picture} first />}
          {picture === undefined && children === undefined && <BoardEdge />}
        </div>
      </header>
    </>
  );
}

/** PCB traces from the right edge, in place of a picture. */
function BoardEdge() {
  return (
    <svg className="board-edge" viewBox="0 0 420 260" aria-hidden="true">
      <path d="M420 30H300l-50 50h-90M420 60H312l-50 50h-32M420 90h-96l-50 50H110M420 120h-84l-50 50h-56M420 150h-72l-50 50H150M420 180h-60l-50 50h-40" />
      <path
        className="pads"
        d="M160 80a8 8 0 1 0-16 0 8 8 0 1 0 16 0M230 110a8 8 0 1 0-16 0 8 8 0 1 0 16 0M110 140a8 8 0 1 0-16 0 8 8 0 1 0 16 0M230 170a8 8 0 1 0-16 0 8 8 0 1 0 16 0M150 200a8 8 0 1 0-16 0 8 8 0 1 0 16 0M270 230a8 8 0 1 0-16 0 8 8 0 1 0 16 0"
      />
    </svg>
  );
}
