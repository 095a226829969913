import { LoadFailed } from '#src/components/notice.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { type OpenVacancy, useJobList } from '#src/connect/job-list.ts';
import { career } from '#src/content/career.ts';
import type { RouteParams } from '#src/lib/match-page.ts';
import { LazyNotFound } from '#src/pages/not-found/lazy-not-found.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { ApplyButton } from './apply-button.tsx';
import { useApplying } from './use-applying.tsx';
import { VacancyFacts } from './vacancy-facts.tsx';
import { VacancyHeader } from './vacancy-header.tsx';

/** One vacancy with a page of its own, to be found, shared and applied for. */
export function Vacancy({ params }: { params: RouteParams }) {
  const { data, error, mutate } = useJobList();
  const vacancy = data?.find(({ _id }) => _id === params.id);
  if (vacancy !== undefined) return <VacancyView vacancy={vacancy} />;
  if (data !== undefined) return <LazyNotFound />;
  return (
    <>
      <PageHeader name="vacancy" />
      <section className="section container" aria-busy={error === undefined}>
        {error === undefined ? (
          <div className="article vacancy-bones" aria-hidden="true">
            <p className="skeleton-line w-60" />
            <p className="skeleton-line" />
            <p className="skeleton-line" />
            <p className="skeleton-line w-80" />
          </div>
        ) : (
          <LoadFailed error={error} words={career.list} onRetry={() => void mutate()} />
        )}
      </section>
    </>
  );
}

function VacancyView({ vacancy }: { vacancy: OpenVacancy }) {
  const { apply, dialogs } = useApplying();
  const html = vacancy.description ?? '';
  return (
    <>
      <VacancyHeader vacancy={vacancy} />
      <section className="section container">
        <div className="article">
          <SavedCopy calls={[connectCalls.jobList]} />
          <VacancyFacts vacancy={vacancy} />
          {vacancy.summary !== '' && (
            <RichText className="article-body" html={html} plain={vacancy.summary} />
          )}
          <div className="pager">
            <ApplyButton vacancy={vacancy} onApply={apply} />
            <SiteLink className="more" href={pages.career.path}>
              {career.vacancy.back}
            </SiteLink>
          </div>
        </div>
      </section>
      {dialogs}
    </>
  );
}
