import type { IconName } from '#src/components/icon.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Paragraphs, Section, StatementPair, Timeline } from '#src/components/section.tsx';
import { whoWeAre } from '#src/content/who-we-are.ts';
import { pages } from '#src/paths.ts';

export function WhoWeAre() {
  const { proof } = whoWeAre;
  return (
    <>
      <PageHeader name="whoWeAre" eyebrow="Inside HCS" />
      <History />
      <Values />
      <StatementPair statements={[whoWeAre.vision, whoWeAre.mission]} />
      <WhyUs />
      <Section className="stage" theme="dark" heading={proof.heading} lead={proof.text}>
        <div className="row-wrap">
          <SiteLink className="btn btn-primary" href={pages.team.path}>
            {proof.team}
          </SiteLink>
          <SiteLink className="btn" href={pages.contact.path}>
            {proof.contact}
          </SiteLink>
        </div>
      </Section>
    </>
  );
}

function History() {
  const { history } = whoWeAre;
  return (
    <Section heading={history.heading}>
      <div className="split">
        <div className="prose">
          <Paragraphs text={history.text} />
        </div>
        <Timeline steps={history.milestones} />
      </div>
    </Section>
  );
}

const valueIcons: IconName[] = ['bulb', 'shield', 'users', 'home'];

function Values() {
  return (
    <Section className="section-tint" heading={whoWeAre.values.heading}>
      <IconList items={whoWeAre.values.list} icons={valueIcons} layout="grid-4" />
    </Section>
  );
}

const whyIcons: IconName[] = ['chip', 'home', 'user', 'handshake', 'certificate', 'target'];

function WhyUs() {
  return (
    <Section className="section-tint" heading={whoWeAre.whyUs.heading}>
      <IconList items={whoWeAre.whyUs.list} icons={whyIcons} layout="features" />
    </Section>
  );
}
