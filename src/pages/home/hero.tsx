import { ChatLinks } from '#src/components/chat-links.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageMeta } from '#src/components/page-meta.tsx';
import { Picture } from '#src/components/picture.tsx';
import { home } from '#src/content/home.ts';
import { pages } from '#src/paths.ts';
import { quote } from '#src/words/site.ts';
import { descriptions, titles } from '#src/words/titles.ts';

export function Hero() {
  return (
    <section id="page-intro" className="hero stage" data-bs-theme="dark">
      <PageMeta name="home" />
      {/* Half of it is faded: the smaller file is there a second earlier on a slow line. */}
      <Picture className="hero-picture" picture={home.hero.picture} sizes="640px" />
      <div className="container">
        <div className="hero-words">
          <h1>{titles.home}</h1>
          <p className="lead my-3">{descriptions.home}</p>
          <div className="hero-buttons d-flex flex-wrap gap-2 mb-2">
            <SiteLink className="btn btn-primary" href={pages.ask.path}>
              {quote}
            </SiteLink>{' '}
            <SiteLink className="btn btn-outline-primary" href={pages.whoWeAre.path}>
              {home.hero.button}
            </SiteLink>
          </div>
          <div className="hstack flex-wrap gap-3">
            <ChatLinks />
          </div>
        </div>
      </div>
    </section>
  );
}
