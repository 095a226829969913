import type { IconName } from '#src/components/icon.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { OutsideLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Paragraphs, Section, Timeline } from '#src/components/section.tsx';
import { Video } from '#src/components/video.tsx';
import type { Product } from '#src/content/product.ts';
import type { PageName } from '#src/paths.ts';

type ProductPageProps = {
  name: PageName;
  product: Product;
  /** One for each feature, in the same order. */
  icons: IconName[];
};

/** What the four commercial pages have in common. */
export function ProductPage({ name, product, icons }: ProductPageProps) {
  return (
    <>
      <PageHeader name={name} eyebrow="Subsidiaries" picture={product.picture} />
      <Intro product={product} />
      <Section className="section-tint" heading={product.features.heading}>
        <IconList items={product.features.list} icons={icons} layout="features" />
      </Section>
      {product.video && (
        <Section heading={product.video.title}>
          <Video video={product.video} />
        </Section>
      )}
      <More more={product.more} />
      <Section className="stage" theme="dark" heading={product.site.heading} lead={product.site.text}>
        <OutsideLink className="btn btn-primary" href={product.site.href}>
          {product.site.label}
        </OutsideLink>
      </Section>
    </>
  );
}

function Intro({ product }: { product: Product }) {
  return (
    <Section heading={product.intro.heading}>
      <div className="split">
        <div className="prose">
          <Paragraphs text={product.intro.text} />
        </div>
        <dl className="facts">
          {product.figures.map((figure) => (
            <div key={figure.label}>
              <dt>{figure.label}</dt>
              <dd>{figure.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

function More({ more }: { more: Product['more'] }) {
  return (
    <Section className={more.ordered ? 'section-aside' : ''} heading={more.heading}>
      {more.ordered ? (
        <Timeline steps={more.list} />
      ) : (
        <ul className="grid-3">
          {more.list.map(({ title, text }) => (
            <li className="panel" key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
