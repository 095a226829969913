import { type Read, useVacancies } from '#src/api/hooks.ts';
import type { OpenVacancy } from '#src/api/responses.ts';
import { SiteLink } from '#src/components/link.tsx';
import { NotFound } from '#src/components/not-found.tsx';
import { Pending } from '#src/components/notice.tsx';
import { PageBanner } from '#src/components/page-banner.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { ShareButtons } from '#src/components/share-buttons.tsx';
import { career } from '#src/content/career.ts';
import type { RouteParams } from '#src/lib/match-page.ts';
import { pages, vacancyPath } from '#src/paths.ts';

import { ApplyLink } from './apply-link.tsx';
import { Applying, useAppliedFor } from './applying.tsx';
import { closingLine, VacancyFacts } from './vacancy-card.tsx';
import { VacancyHeader } from './vacancy-header.tsx';

/** Re-exported for the page that contains the form. */
export { loadForm } from './load-form.ts';

/** Stays while its form is open, even if the vacancy is no longer listed. */
export function Vacancy({ params }: { params: RouteParams }) {
  const read = useVacancies();
  const listed = read.data?.find(({ _id }) => _id === params.id);
  // A saved list may be older than the vacancy.
  const vacancies = listed || read.isCurrent ? read.data : undefined;
  const appliedFor = useAppliedFor({ listed: vacancies, page: params.id });
  const isGone = listed === undefined && vacancies !== undefined;
  return (
    <>
      {listed && <VacancyHeader vacancy={listed} />}
      {isGone && appliedFor === undefined && <NotFound />}
      {listed === undefined && (!isGone || appliedFor) && (
        <PageBanner name="vacancy" title={appliedFor?.name} />
      )}
      <Applying listed={vacancies} page={params.id} />
      {listed && <VacancyText vacancy={listed} read={read} />}
      {vacancies === undefined && (
        <section className="section container vstack gap-3">
          <PendingText read={read} />
        </section>
      )}
    </>
  );
}

function PendingText({ read }: { read: Read }) {
  return <Pending read={read} words={career.vacancy} lines={4} list={allVacancies} />;
}

const allVacancies = { path: pages.career.path, label: career.back };

function VacancyText({ vacancy, read }: { vacancy: OpenVacancy; read: Read }) {
  const { _id, name, description, isCut } = vacancy;
  return (
    <section className="section container">
      <div className="article vstack gap-4">
        <SavedCopy reads={[read]} />
        <VacancyFacts vacancy={vacancy} />
        <div className="hstack flex-wrap gap-3 d-print-none">
          <ApplyLink vacancy={vacancy} />{' '}
          <ShareButtons title={name} path={vacancyPath(_id)} lines={shareLines(vacancy)} />
        </div>
        {description && <RichText className="article-body" html={description} />}
        {isCut && <PendingText read={read} />}
        <div className="hstack flex-wrap justify-content-between gap-3 border-top pt-4 mt-4 d-print-none">
          <ApplyLink vacancy={vacancy} />{' '}
          <SiteLink className="more" href={pages.career.path}>
            {career.back}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}

/** Complete, for people whose data bundle covers WhatsApp only. */
function shareLines({ lead, location, salary, closes }: OpenVacancy) {
  return [lead, [location, salary].filter(Boolean).join(', '), closingLine(closes), career.howToApply];
}
