import { Icon, type IconName } from '#src/components/icon.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Paragraphs, Section, StatementPair, Timeline } from '#src/components/section.tsx';
import { Video } from '#src/components/video.tsx';
import { company } from '#src/content/company.ts';
import { investor } from '#src/content/investor.ts';

const mailLink = `mailto:${company.adminEmail}?subject=${encodeURIComponent(investor.contact.subject)}`;

export function Investor() {
  return (
    <>
      <PageHeader name="investor" eyebrow="Inside HCS" />
      <Section heading={investor.video.title}>
        <Video video={investor.video} height={investor.videoHeight} />
      </Section>
      <Reasons />
      <StatementPair statements={[investor.mission, investor.vision]} />
      <Section className="section-tint section-aside" heading={investor.problem.heading}>
        <div className="prose">
          <Paragraphs text={investor.problem.text} />
        </div>
      </Section>
      <Ask />
      <Section className="stage" theme="dark" heading={investor.contact.heading} lead={investor.contact.text}>
        <a className="btn btn-primary" href={mailLink}>
          <Icon name="mail" />
          {investor.contact.button}
        </a>
      </Section>
    </>
  );
}

const reasonIcons: IconName[] = ['board', 'code', 'chart'];

function Reasons() {
  return (
    <Section className="section-tint" heading={investor.reasons.heading}>
      <IconList items={investor.reasons.list} icons={reasonIcons} layout="grid-3" />
    </Section>
  );
}

function Ask() {
  return (
    <Section className="section-aside" heading={investor.ask.heading} lead={investor.ask.text}>
      <Timeline steps={investor.ask.list} />
    </Section>
  );
}
