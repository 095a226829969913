import { PageHeader } from '#src/components/page-header.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { pages } from '#src/paths.ts';

export function Home() {
  return (
    <PageHeader name="home">
      <SiteLink className="btn btn-primary" href={pages.whoWeAre.path}>
        Explore More Inside HCS
      </SiteLink>
    </PageHeader>
  );
}
