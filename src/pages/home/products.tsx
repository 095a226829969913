import { SiteLink } from '#src/components/link.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Section } from '#src/components/section.tsx';
import { home } from '#src/content/home.ts';
import * as ui from '#src/content/interface.ts';
import { productPicture } from '#src/content/pictures.ts';
import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

const { products } = home;

export function Products() {
  return (
    <Section className="section-tint" heading={products.heading} lead={products.lead}>
      <ul className="grid-4">
        {products.cards.map((card) => (
          <li className="card" key={card.page}>
            <Picture className="card-img-top cover" picture={productPicture(card.page)} />
            <div className="card-body vstack gap-2">
              <h3 className="card-title">{card.need}</h3>
              <p className="small text-body-secondary">{`${titles[card.page]}: ${card.kind}`}</p>
              <p className="card-text">{card.text}</p>
              <SiteLink className="more stretched-link mt-auto" href={pages[card.page].path}>
                {products.button}
                <span className="visually-hidden">{ui.about(titles[card.page])}</span>
              </SiteLink>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
