import type { ReactNode } from 'react';

import type { Picture as PictureContent } from '#src/content/picture.ts';
import { pages } from '#src/paths.ts';

import { BoardEdge } from './board-edge.tsx';
import { PageHead, type PageHeadProps } from './page-head.tsx';
import { Picture } from './picture.tsx';

type PageHeaderProps = PageHeadProps & {
  /** What the page is part of. */
  eyebrow?: string;
  picture?: PictureContent;
  children?: ReactNode;
};

/** The band at the top of a page: its only h1, its description, and the same two in `<head>`. */
export function PageHeader(props: PageHeaderProps) {
  const { name, eyebrow, picture, children, ...head } = props;
  const title = props.title ?? pages[name].title;
  const description = props.description ?? pages[name].description;
  return (
    <>
      <PageHead {...head} name={name} />
      <header
        id="page-intro"
        className={picture ? 'page-header page-header-pictured stage' : 'page-header stage'}
        data-bs-theme="dark"
      >
        <div className="container">
          <div>
            {eyebrow !== undefined && <p className="eyebrow">{eyebrow}</p>}
            <h1 className="page-title">{title}</h1>
            <p className="lead">{description}</p>
            {children}
          </div>
          {picture && <Picture className="page-picture" picture={picture} first />}
          {picture === undefined && children === undefined && <BoardEdge />}
        </div>
      </header>
    </>
  );
}
