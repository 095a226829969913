import { PageHead } from '#src/components/page-head.tsx';
import { Picture } from '#src/components/picture.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { home } from '#src/content/home.ts';
import { pages } from '#src/paths.ts';

export function Hero() {
  return (
    <>
      <PageHead name="home" />
      <section className="hero stage" data-bs-theme="dark">
        <div className="container hero-inner">
          <div className="hero-words">
            <h1 className="hero-title">{pages.home.title}</h1>
            <p className="lead">{pages.home.description}</p>
            <div className="row-wrap">
              <SiteLink className="btn btn-primary btn-lg" href={pages.whoWeAre.path}>
                {home.hero.button}
              </SiteLink>
            </div>
          </div>
          <Picture className="hero-scene" picture={home.hero.picture} first />
        </div>
      </section>
    </>
  );
}
