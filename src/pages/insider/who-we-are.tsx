import { IconList } from '#src/components/icon-list.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Paragraphs, Section, StatementPair, Timeline } from '#src/components/section.tsx';
import * as ui from '#src/content/interface.ts';
import { whoWeAre } from '#src/content/who-we-are.ts';
import { pages } from '#src/paths.ts';

const { history, values, vision, mission, whyUs, proof } = whoWeAre;

export function WhoWeAre() {
  return (
    <>
      <PageBanner name="whoWeAre" eyebrow={ui.inside} />
      <Section heading={history.heading} aside={<Timeline steps={history.milestones} />}>
        <Paragraphs text={history.text} />
      </Section>
      <Section className="section-tint" heading={values.heading}>
        <IconList items={values.list} icons={values.icons} cards />
      </Section>
      <StatementPair statements={[vision, mission]} />
      <Section className="section-tint" heading={whyUs.heading}>
        <IconList items={whyUs.list} icons={whyUs.icons} />
      </Section>
      <Section className="stage" theme="dark" heading={proof.heading} lead={proof.text}>
        <div className="hstack flex-wrap gap-2">
          <SiteLink className="btn btn-primary" href={pages.team.path}>
            {proof.team}
          </SiteLink>
          <SiteLink className="btn btn-outline-primary" href={pages.contact.path}>
            {proof.contact}
          </SiteLink>
        </div>
      </Section>
    </>
  );
}
