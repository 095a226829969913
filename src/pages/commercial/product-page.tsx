import type { ReactNode } from 'react';

import { ChatLinks } from '#src/components/chat-links.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { OutsideLink, SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Paragraphs, Section, Timeline } from '#src/components/section.tsx';
import { productThing, StructuredData } from '#src/components/structured-data.tsx';
import { Video } from '#src/components/video.tsx';
import { type Product, productWords as words } from '#src/content/product.ts';
import { askPath, mediaDetailPath, type PageName } from '#src/paths.ts';
import { quote, quoteRequest } from '#src/words/site.ts';
import { titles } from '#src/words/titles.ts';

type ProductPageProps = {
  name: PageName;
  product: Product;
};

export function ProductPage({ name, product }: ProductPageProps) {
  const { picture, intro, features, uses, terms, costs, figures, video, start, site } = product;
  return (
    <>
      <PageBanner name={name} eyebrow={words.eyebrow} picture={picture}>
        {costs && <p className="mt-3">{words.startingPrice(costs.price.from, costs.price.scope)}</p>}
        <Quote name={name} />
      </PageBanner>
      <StructuredData things={[productThing(name, costs?.price)]} />
      <Section heading={intro.heading} aside={figures.length > 0 ? <Figures figures={figures} /> : undefined}>
        <Paragraphs text={intro.text} />
      </Section>
      <Section className="section-tint" heading={features.heading}>
        <IconList items={features.list} icons={features.icons} />
      </Section>
      {video && (
        <Section heading={video.title}>
          <Video video={video} />
        </Section>
      )}
      {uses && (
        <Section heading={uses.heading}>
          <Cards list={uses.list} />
        </Section>
      )}
      <Section className="section-tint" heading={words.terms}>
        <Cards list={terms} />
      </Section>
      {costs && <Costs {...costs} />}
      <Section className="section-aside" heading={start.heading}>
        <Timeline steps={start.list} />
      </Section>
      <Section className="stage" theme="dark" heading={site.heading} lead={site.text}>
        <Quote name={name}>
          <OutsideLink className="more" href={site.href}>
            {site.label}
          </OutsideLink>
        </Quote>
      </Section>
    </>
  );
}

function Costs({ price, upkeep, warranty }: NonNullable<Product['costs']>) {
  const { heading, lead, ...titles } = words.costs;
  return (
    <Section heading={heading} lead={lead}>
      <Cards
        list={[
          { title: titles.dependsOn, text: price.dependsOn },
          { title: titles.example, text: price.example },
          { title: titles.upkeep, text: upkeep.text },
          { title: titles.warranty, text: warranty.text },
        ]}
      />
    </Section>
  );
}

type QuoteProps = { name: PageName; children?: ReactNode };

function Quote({ name, children }: QuoteProps) {
  // In a column on phones: otherwise, while the html arrives, an item without its words would fit the line above.
  return (
    <div className="d-flex flex-column flex-md-row flex-md-wrap align-items-start align-items-md-center gap-3 mt-4">
      <SiteLink className="btn btn-primary" href={askPath(name)}>
        {quote}
      </SiteLink>{' '}
      <ChatLinks message={quoteRequest(titles[name])} /> {children}
    </div>
  );
}

function Figures({ figures }: Pick<Product, 'figures'>) {
  return (
    <dl className="facts row row-cols-3 row-cols-md-1 row-cols-lg-3 g-3">
      {figures.map(({ label, value, source }) => (
        <div className="d-flex flex-column-reverse justify-content-end" key={label}>
          <dt className="small fw-normal">
            <SiteLink href={mediaDetailPath(source)}>{label}</SiteLink>
          </dt>
          <dd className="h2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Cards({ list }: { list: Product['terms'] }) {
  return (
    <ul className={list.length % 3 === 0 ? 'grid-3' : 'grid-2'}>
      {list.map(({ title, text }) => (
        <li className="card card-body gap-2" key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
