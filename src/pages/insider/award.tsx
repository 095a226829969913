import { SiteLink } from '#src/components/link.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { Picture } from '#src/components/picture.tsx';
import { Paragraphs } from '#src/components/section.tsx';
import { award } from '#src/content/award.ts';
import { mediaListPath } from '#src/paths.ts';

export function Award() {
  return (
    <>
      <PageHeader name="award" eyebrow="Inside HCS" />
      {award.stories.map((story, index) => (
        <section className={index % 2 === 0 ? 'section' : 'section section-tint'} key={story.heading}>
          <div className={`container split ${index % 2 === 0 ? '' : 'split-reverse'}`}>
            <figure>
              <Picture className="page-picture" picture={story.picture} first={index === 0} />
            </figure>
            <div className="stack">
              <div className="section-head">
                <p className="eyebrow">{story.kicker}</p>
                <h2>{story.heading}</h2>
              </div>
              <Paragraphs text={story.text} />
            </div>
          </div>
        </section>
      ))}
      <section className="section">
        <div className="container row-wrap">
          <p>{award.more.text}</p>
          <SiteLink className="more" href={mediaListPath('press')}>
            {award.more.link}
          </SiteLink>
        </div>
      </section>
    </>
  );
}
