import type { ReactNode } from 'react';

import { type PageName, pages } from '#src/paths.ts';

import { PageHead } from './page-head.tsx';

type PageHeaderProps = {
  name: PageName;
  title?: string;
  description?: string;
  children?: ReactNode;
};

/** The band at the top of a page: its only h1, its description, and the same two in `<head>`. */
export function PageHeader({
  name,
  title = pages[name].title,
  description = pages[name].description,
  children,
}: PageHeaderProps) {
  return (
    <>
      <PageHead name={name} title={title} description={description} />
      <header className="page-header stage" data-bs-theme="dark">
        <div className="container">
          <h1>{title}</h1>
          <p className="lead">{description}</p>
          {children}
        </div>
      </header>
    </>
  );
}
