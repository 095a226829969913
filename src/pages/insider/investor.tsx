import { Figures } from '#src/components/figures.tsx';
import { Icon } from '#src/components/icon.tsx';
import { IconList } from '#src/components/icon-list.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Paragraphs, Section, StatementPair, Timeline } from '#src/components/section.tsx';
import { Video } from '#src/components/video.tsx';
import * as ui from '#src/content/interface.ts';
import { investor } from '#src/content/investor.ts';
import { pages } from '#src/paths.ts';
import { company, mailUrl, telUrl } from '#src/words/site.ts';

const { figures, video, reasons, problem, ask, contact } = investor;
const [phone] = company.phones;

export function Investor() {
  return (
    <>
      <PageBanner name="investor" eyebrow={ui.inside}>
        <p className="hstack flex-wrap gap-3 my-3">
          <a className="btn btn-primary" href={mailUrl(company.adminEmail, contact.subject)}>
            {contact.write}
          </a>{' '}
          <a className="py-1" href={telUrl(phone)}>
            {phone}
          </a>
        </p>
        <Figures figures={figures} />
      </PageBanner>
      <Section heading={video.title}>
        <Video video={video} />
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
        <div className="hstack flex-wrap gap-3">
          <a className="btn btn-primary" href={mailUrl(company.adminEmail, contact.subject)}>
            <Icon name="mail" />
            {contact.button}
          </a>{' '}
          <SiteLink className="more" href={pages.team.path}>
            {contact.people}
          </SiteLink>
        </div>
      </Section>
    </>
  );
}
