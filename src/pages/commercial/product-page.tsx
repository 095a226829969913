import { ChatLinks } from '#src/components/chat-links.tsx';
import { ClosingBand } from '#src/components/closing-band.tsx';
import { Figures } from '#src/components/figures.tsx';
import { Fold } from '#src/components/fold.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { OutsideLink, SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Paragraphs, Section, Timeline } from '#src/components/section.tsx';
import { Video } from '#src/components/video.tsx';
import type { ProductLink } from '#src/content/navigation.ts';
import { kwacha, prices, startingPrice, vat } from '#src/content/prices.ts';
import { type Example, type Product, productWords as words } from '#src/content/product.ts';
import { askPath } from '#src/paths.ts';
import { quote, quoteRequest } from '#src/words/site.ts';
import { titles } from '#src/words/titles.ts';

type ProductName = ProductLink['page'];

type ProductPageProps = {
  name: ProductName;
  product: Product;
};

export function ProductPage({ name, product }: ProductPageProps) {
  const { picture, audience, intro, features, uses, terms, costs, figures, video, start, site } = product;
  const price = prices[name];
  return (
    <>
      <PageBanner name={name} eyebrow={words.eyebrow} picture={picture}>
        {price && <p className="h4 mt-3">{startingPrice(price)}</p>}
        <div className="vstack gap-1 mt-2">
          <Paragraphs text={audience} />
        </div>
        <Quote name={name} />
      </PageBanner>
      <Section heading={intro.heading} aside={figures.length > 0 ? <Figures figures={figures} /> : undefined}>
        <Paragraphs text={intro.text} />
      </Section>
      {price && <Costs {...costs} terms={terms} weeks={price.weeks} />}
      <Section heading={features.heading}>
        <IconList items={features.list} icons={features.icons} folds />
      </Section>
      {video && (
        <Section heading={video.title}>
          <Video video={video} />
        </Section>
      )}
      {uses && (
        <Section heading={uses.heading}>
          <FoldedFacts list={uses.list} />
        </Section>
      )}
      {price === undefined && (
        <Section className="section-tint" heading={words.terms}>
          <FoldedFacts list={terms} />
        </Section>
      )}
      <Section className="section-aside" heading={start.heading}>
        <Timeline steps={start.list} />
      </Section>
      <ClosingBand heading={site.heading} lead={site.text} product={name}>
        <OutsideLink className="fw-semibold py-1" href={site.href}>
          {site.label}
        </OutsideLink>
      </ClosingBand>
    </>
  );
}

type CostsProps = Product['costs'] & Pick<Product, 'terms'> & { weeks: string };

function Costs({ dependsOn, examples, upkeep, warranty, terms, weeks }: CostsProps) {
  const { heading, lead, ...titles } = words.costs;
  return (
    <Section className="section-tint" heading={heading} lead={lead}>
      <div className="grid-2 mb-4">
        {examples.list.map((example) => (
          <ExampleSum key={example.title} {...example} />
        ))}
      </div>
      <Facts
        list={[
          { title: titles.dependsOn, text: dependsOn },
          { title: titles.upkeep, text: upkeep.text },
          { title: titles.warranty, text: warranty.text },
        ]}
      />
      <p className="small mt-3">
        {weeks} {vat}
      </p>
      <h3 className="h4 mt-4 mb-2">{words.terms}</h3>
      <FoldedFacts list={terms} />
    </Section>
  );
}

function ExampleSum({ title, lines, note }: Example) {
  const total = lines.reduce((sum, [, amount]) => sum + amount, 0);
  return (
    <div className="card card-body">
      <table className="sum">
        <caption>{title}</caption>
        <tbody>
          {lines.map(([what, amount]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{kwacha(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.costs.total}</th>
            <td>{kwacha(total)}</td>
          </tr>
        </tfoot>
      </table>
      {note && <p className="small text-body-secondary mt-2">{note}</p>}
    </div>
  );
}

function Quote({ name }: { name: ProductName }) {
  // In a column on phones: otherwise, while the html arrives, an item without its words would fit the line above.
  return (
    <div className="d-flex flex-column flex-md-row flex-md-wrap align-items-start align-items-md-center gap-3 mt-4">
      <SiteLink className="btn btn-primary" href={askPath(name)}>
        {quote}
      </SiteLink>{' '}
      <div className="hstack gap-3">
        <ChatLinks message={quoteRequest(titles[name])} />
      </div>
    </div>
  );
}

function Facts({ list }: { list: Product['terms'] }) {
  return (
    <ul className="grid-3">
      {list.map(({ title, text }) => (
        <li className="fact" key={title}>
          <h3 className="mb-1">{title}</h3>
          <p className="small">{text}</p>
        </li>
      ))}
    </ul>
  );
}

function FoldedFacts({ list }: { list: Product['terms'] }) {
  return (
    <ul className="grid-3 folds">
      {list.map(({ title, text }) => (
        <li key={title}>
          <Fold summary={<h3>{title}</h3>}>
            <p className="small">{text}</p>
          </Fold>
        </li>
      ))}
    </ul>
  );
}
