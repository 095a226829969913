import { ClosingBand } from '#src/components/closing-band.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Paragraphs, Section, StatementPair, Timeline } from '#src/components/section.tsx';
import * as ui from '#src/content/interface.ts';
import { whoWeAre } from '#src/content/who-we-are.ts';
import { pages } from '#src/paths.ts';
import { quote } from '#src/words/site.ts';

const { customers, history, values, vision, mission, whyUs } = whoWeAre;

export function WhoWeAre() {
  return (
    <>
      <PageBanner name="whoWeAre" eyebrow={ui.inside} />
      <Section heading={customers.heading}>
        <IconList items={customers.list} icons={customers.icons} cards />
        <div className="hstack flex-wrap gap-2 mt-4">
          <SiteLink className="btn btn-primary" href={pages.ask.path}>
            {quote}
          </SiteLink>{' '}
          <SiteLink className="btn btn-outline-primary" href={pages.contact.path}>
            {customers.visit}
          </SiteLink>
        </div>
      </Section>
      <Section
        className="section-tint"
        heading={history.heading}
        aside={<Timeline steps={history.milestones} />}
      >
        <Paragraphs text={history.text} />
      </Section>
      <Section heading={values.heading}>
        <IconList items={values.list} icons={values.icons} cards />
      </Section>
      <StatementPair statements={[vision, mission]} />
      <Section className="section-tint" heading={whyUs.heading}>
        <IconList items={whyUs.list} icons={whyUs.icons} />
      </Section>
      <ClosingBand />
    </>
  );
}
