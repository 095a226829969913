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
  /** One for each feature. */
  icons: IconName[];
};

export function ProductPage({ name, product, icons }: ProductPageProps) {
  const { picture, intro, features, video, more, site } = product;
  return (
    <>
      <PageHeader name={name} eyebrow="Subsidiaries" picture={picture} />
      <Section heading={intro.heading} aside={<Figures figures={product.figures} />}>
        <Paragraphs text={intro.text} />
      </Section>
      <Section className="section-tint" heading={features.heading}>
        <IconList items={features.list} icons={icons} />
      </Section>
      {video && (
        <Section heading={video.title}>
          <Video video={video} />
        </Section>
      )}
      <Section className={more.ordered ? 'section-aside' : ''} heading={more.heading}>
        {more.ordered ? <Timeline steps={more.list} /> : <Cards list={more.list} />}
      </Section>
      <Section className="stage" theme="dark" heading={site.heading} lead={site.text}>
        <OutsideLink className="btn btn-primary" href={site.href}>
          {site.label}
        </OutsideLink>
      </Section>
    </>
  );
}

function Figures({ figures }: Pick<Product, 'figures'>) {
  return (
    <dl className="facts row row-cols-3 row-cols-md-1 row-cols-lg-3 g-3">
      {figures.map(({ label, value }) => (
        <div className="d-flex flex-column-reverse justify-content-end" key={label}>
          <dt className="small fw-normal text-body-secondary">{label}</dt>
          <dd className="h2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Cards({ list }: Pick<Product['more'], 'list'>) {
  return (
    <ul className="grid-3">
      {list.map(({ title, text }) => (
        <li className="card card-body gap-2" key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
