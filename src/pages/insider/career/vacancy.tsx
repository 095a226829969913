import type { OpenVacancy } from '#src/api/answers.ts';
import { useVacancies } from '#src/api/hooks.ts';
import { SiteLink } from '#src/components/link.tsx';
import { NotFound } from '#src/components/not-found.tsx';
import { LoadFailed } from '#src/components/notice.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { ShareButtons } from '#src/components/share-buttons.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { career } from '#src/content/career.ts';
import type { RouteParams } from '#src/lib/match-page.ts';
import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { ApplyLink } from './apply-link.tsx';
import { Applying, useAppliedFor } from './applying.tsx';
import { closingLine, VacancyFacts } from './vacancy-card.tsx';
import { VacancyHeader } from './vacancy-header.tsx';

/** Re-exported for the page that contains the form. */
export { loadForm } from './load-form.ts';

/** Stays while its form is open, even if the vacancy is no longer listed. */
export function Vacancy({ params }: { params: RouteParams }) {
  const { data, error, mutate } = useVacancies();
  const listed = data?.find(({ _id }) => _id === params.id);
  const appliedFor = useAppliedFor({ listed: data, page: params.id });
  const isGone = listed === undefined && data !== undefined;
  return (
    <>
      {listed && <VacancyHeader vacancy={listed} />}
      {isGone && appliedFor === undefined && <NotFound />}
      {listed === undefined && (!isGone || appliedFor) && (
        <PageHeader name="vacancy" title={appliedFor?.name} />
      )}
      <Applying listed={data} page={params.id} />
      {listed && <VacancyText vacancy={listed} />}
      {data === undefined && (
        <section className="section container" aria-busy={error === undefined}>
          {error === undefined ? (
            <Skeleton className="article" lines={4} />
          ) : (
            <LoadFailed error={error} words={career.list} onRetry={() => void mutate()} />
          )}
        </section>
      )}
    </>
  );
}

function VacancyText({ vacancy }: { vacancy: OpenVacancy }) {
  const { _id, name, closes, description } = vacancy;
  return (
    <section className="section container">
      <div className="article vstack gap-4">
        <SavedCopy calls={[connectCalls.jobList]} />
        <VacancyFacts vacancy={vacancy} />
        <ShareButtons title={name} path={vacancyPath(_id)} closing={closingLine(closes)} />
        {description && <RichText className="article-body" html={description} />}
        <div className="hstack flex-wrap justify-content-between gap-3 border-top pt-4 mt-4 d-print-none">
          <ApplyLink vacancy={vacancy} />
          <SiteLink className="more" href={pages.career.path}>
            {career.back}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}
