import { ChatLinks } from '#src/components/chat-links.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageMeta } from '#src/components/page-meta.tsx';
import { home, productsId } from '#src/content/home.ts';
import { kwacha, prices } from '#src/content/prices.ts';
import { pages } from '#src/paths.ts';
import { quote } from '#src/words/site.ts';
import { descriptions, titles } from '#src/words/titles.ts';

import { HeroScene } from './hero-scene.tsx';

const amounts = Object.values(prices).map(({ from }) => from);

export function Hero() {
  return (
    <section id="page-intro" className="hero stage" data-bs-theme="dark">
      <PageMeta name="home" />
      <div className="container">
        <div className="hero-words">
          <h1 className="display-1">{titles.home}</h1>
          <p className="lead my-3">{descriptions.home}</p>
          <div className="hstack flex-wrap gap-3 mb-3">
            <SiteLink className="btn btn-primary" href={pages.ask.path}>
              {quote}
            </SiteLink>{' '}
            {amounts.length > 0 && (
              <a className="py-1" href={`#${productsId}`}>
                {home.hero.prices(kwacha(Math.min(...amounts)))}
              </a>
            )}
          </div>
          <div className="hstack flex-wrap gap-3 mb-3">
            <ChatLinks />
          </div>
          <SiteLink className="btn btn-outline-primary" href={pages.whoWeAre.path}>
            {home.hero.button}
          </SiteLink>
        </div>
        <HeroScene />
      </div>
    </section>
  );
}
