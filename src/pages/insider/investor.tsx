import { Icon } from '#src/components/icon.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Paragraphs, Section, StatementPair, Timeline } from '#src/components/section.tsx';
import { Video } from '#src/components/video.tsx';
import { company, mailUrl } from '#src/content/company.ts';
import * as shell from '#src/content/interface.ts';
import { investor } from '#src/content/investor.ts';

const { video, reasons, problem, ask, contact } = investor;

export function Investor() {
  return (
    <>
      <PageHeader name="investor" eyebrow={shell.inside} />
      <Section heading={video.title}>
        <Video video={video} height={investor.videoHeight} />
      </Section>
      <Section className="section-tint" heading={reasons.heading}>
        <IconList items={reasons.list} icons={reasons.icons} cards />
      </Section>
      <StatementPair statements={[investor.mission, investor.vision]} />
      <Section className="section-tint section-aside" heading={problem.heading}>
        <div className="vstack gap-3">
          <Paragraphs text={problem.text} />
        </div>
      </Section>
      <Section className="section-aside" heading={ask.heading} lead={ask.text}>
        <Timeline steps={ask.list} />
      </Section>
      <Section className="stage" theme="dark" heading={contact.heading} lead={contact.text}>
        <a className="btn btn-primary" href={mailUrl(company.adminEmail, contact.subject)}>
          <Icon name="mail" />
          {contact.button}
        </a>
      </Section>
    </>
  );
}
