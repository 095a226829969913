import { SiteLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Section } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';
import * as ui from '#src/content/interface.ts';
import { productPicture } from '#src/content/pictures.ts';
import { prices, startingPrice } from '#src/content/prices.ts';
import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

const { products } = home;

export function Products() {
  return (
    <Section className="section-tint" heading={products.heading}>
      <ul className="product-cards grid-4">
        {products.cards.map(({ page, need, text }) => {
          const price = prices[page];
          return (
            <li className="card" key={page}>
              <h3 className="card-title mb-0">{titles[page]}</h3>
              <Picture className="cover" picture={productPicture(page)} />
              <div className="card-body vstack gap-2">
                <p className="fw-semibold">{need}</p>
                {price && <p className="small">{startingPrice(price)}</p>}
                <p className="card-text text-body-secondary">{text}</p>
                <SiteLink className="more stretched-link mt-auto" href={pages[page].path}>
                  {products.button}
                  <span className="visually-hidden">{ui.about(titles[page])}</span>
                </SiteLink>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
