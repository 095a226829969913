import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';

import { type OpenVacancy, useVacancies } from '#src/api/vacancies.ts';
import { SiteLink } from '#src/components/link.tsx';
import { NotFound } from '#src/components/not-found.tsx';
import { LoadFailed } from '#src/components/notice.tsx';
import { PageHeader } from '#src/components/page-header.tsx';
import { PassOn } from '#src/components/pass-on.tsx';
import { RichText } from '#src/components/rich-text.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { career } from '#src/content/career.ts';
import { carriesForm, type RouteParams } from '#src/lib/match-page.ts';
import { connectCalls, pages, vacancyPath } from '#src/paths.ts';

import { ApplyButton, applyButtonId } from './apply-button.tsx';
import { useApplying } from './use-applying.tsx';
import { closingLine, VacancyFacts } from './vacancy-card.tsx';
import { VacancyHeader } from './vacancy-header.tsx';

/**
 * One vacancy with a page of its own, to be found, shared and applied for. It stays while its form is open, though
 * the vacancy may have gone.
 */
export function Vacancy({ params }: { params: RouteParams }) {
  const { data, error, mutate } = useVacancies();
  const listed = data?.find(({ _id }) => _id === params.id);
  const inPage = useFormInPage(listed);
  const { apply, vacancy: appliedFor, form } = useApplying({ listed: data, inPage });
  const vacancy = listed ?? appliedFor;
  if (vacancy === undefined && data !== undefined)
    return (
      <>
        <NotFound />
        {form}
      </>
    );
  return (
    <>
      {vacancy ? <VacancyHeader vacancy={vacancy} /> : <PageHeader name="vacancy" />}
      {form}
      {vacancy && <VacancyText vacancy={vacancy} onApply={apply} />}
      {vacancy === undefined && (
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

/** `?apply=1`: the form is a part of the page, in the server's html too. */
function useFormInPage(listed: OpenVacancy | undefined) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [last, setLast] = useState(listed);
  if (listed !== undefined && listed !== last) setLast(listed);
  const vacancy = listed ?? last;
  if (!carriesForm(search)) return undefined;
  const onClose = () => {
    if (vacancy === undefined) return;
    navigate(vacancyPath(vacancy._id), { replace: true });
    document.getElementById(applyButtonId(vacancy._id))?.focus();
  };
  return { vacancy, onClose };
}

type VacancyTextProps = { vacancy: OpenVacancy; onApply: (vacancy: OpenVacancy) => void };

function VacancyText({ vacancy, onApply }: VacancyTextProps) {
  const { _id, name, closes, description } = vacancy;
  return (
    <section className="section container">
      <div className="article">
        <SavedCopy calls={[connectCalls.jobList]} />
        <VacancyFacts vacancy={vacancy} />
        <PassOn title={name} path={vacancyPath(_id)} closing={closingLine(closes)} />
        {description && <RichText className="article-body" html={description} />}
        <div className="pager">
          <ApplyButton vacancy={vacancy} onApply={onApply} />
          <SiteLink className="more" href={pages.career.path}>
            {career.vacancy.back}
          </SiteLink>
        </div>
      </div>
    </section>
  );
}
