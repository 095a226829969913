import { PageHeader } from '#src/components/page-header.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { pages } from '#src/paths.ts';

export function NotFound() {
  return (
    <>
      <PageHeader name="notFound" />
      <section className="container">
        <p>The Page you are looking for might be removed had its name change or temporarily unavailable</p>
        <SiteLink className="btn btn-primary" href={pages.home.path}>
          Go to Homepage
        </SiteLink>
      </section>
    </>
  );
}
