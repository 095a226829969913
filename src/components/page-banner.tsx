import type { ReactNode } from 'react';

import type { Picture as PictureContent } from '#src/content/pictures.ts';
import { descriptions, titles } from '#src/words/titles.ts';

import { PageMeta, type PageMetaProps } from './page-meta.tsx';
import { Picture } from './picture.tsx';

type PageBannerProps = PageMetaProps & {
  /** The section of the site. */
  eyebrow?: string;
  picture?: PictureContent;
  children?: ReactNode;
};

/** Shows title and description, and adds both to `<head>`. */
export function PageBanner(props: PageBannerProps) {
  const { name, eyebrow, picture, children, ...head } = props;
  const title = props.title ?? titles[name];
  const description = props.description ?? descriptions[name];
  return (
    <>
      <PageMeta {...head} name={name} />
      <header
        id="page-intro"
        className={picture ? 'page-banner page-banner-pictured stage' : 'page-banner stage'}
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
        </div>
      </header>
    </>
  );
}
