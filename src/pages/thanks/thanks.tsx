import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { thanks } from '#src/content/thanks.ts';
import { pages } from '#src/paths.ts';

export function Thanks() {
  return (
    <>
      <PageBanner name="thanks" />
      <section className="section">
        <div className="container vstack gap-3 align-items-start">
          {Object.values(thanks.next).map((text) => (
            <p key={text}>{text}</p>
          ))}
          <div className="hstack flex-wrap gap-2">
            <SiteLink className="btn btn-primary" href={pages.home.path}>
              {thanks.home}
            </SiteLink>{' '}
            <SiteLink className="btn btn-outline-primary" href={pages.mediaRoom.path}>
              {thanks.mediaRoom}
            </SiteLink>
          </div>
        </div>
      </section>
    </>
  );
}
