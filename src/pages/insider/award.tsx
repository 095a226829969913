import { ClosingBand } from '#src/components/closing-band.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Paragraphs, Section } from '#src/components/section.tsx';
import { award } from '#src/content/award.ts';
import * as ui from '#src/content/interface.ts';
import { mediaListPath } from '#src/paths.ts';

export function Award() {
  return (
    <>
      <PageBanner name="award" eyebrow={ui.inside} />
      {award.stories.map(({ heading, kicker, text, picture }, index) => (
        <Section
          key={heading}
          className={index % 2 === 0 ? '' : 'section-tint'}
          heading={heading}
          eyebrow={kicker}
          aside={<Picture className="w-100 rounded-3" picture={picture} first={index === 0} />}
        >
          <Paragraphs text={text} />
        </Section>
      ))}
      <section className="section">
        <div className="container hstack flex-wrap gap-2">
          <p>{award.more.text}</p>
          <SiteLink className="more" href={mediaListPath('press')}>
            {award.more.link}
          </SiteLink>
        </div>
      </section>
      <ClosingBand />
    </>
  );
}
