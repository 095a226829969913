import { AlertsSlot } from '#src/components/alerts-slot.tsx';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { type OpenVacancy, useVacancies } from '#src/connect/vacancies.ts';
import { career } from '#src/content/career.ts';
import { company } from '#src/content/company.ts';
import { connectCalls } from '#src/paths.ts';

import { kindsOf, useApplying } from './use-applying.tsx';
import { VacancyCard, VacancySkeleton } from './vacancy-card.tsx';

const words = career.list;
const bones = ['first', 'second', 'third'];

/** The open vacancies, or what there is to say instead. A form that is open stays when its vacancy goes. */
export function VacancyList() {
  const { data, error, mutate } = useVacancies();
  const { apply, form } = useApplying({ listed: data });
  return (
    <>
      {data === undefined && error !== undefined ? (
        <>
          <LoadFailed error={error} words={words} onRetry={() => void mutate()} />
          <MailLink />
        </>
      ) : (
        <Vacancies listed={data} onApply={apply} />
      )}
      {data !== undefined && <AlertsSlot kinds={kindsOf(data)} />}
      {form}
    </>
  );
}

type VacanciesProps = { listed: OpenVacancy[] | undefined; onApply: (vacancy: OpenVacancy) => void };

function Vacancies({ listed, onApply }: VacanciesProps) {
  if (listed === undefined)
    return (
      <ul className="vacancies" aria-busy="true">
        {bones.map((name) => (
          <VacancySkeleton key={name} />
        ))}
      </ul>
    );
  if (listed.length === 0)
    return (
      <Notice>
        <p>{words.empty}</p>
        <MailLink />
      </Notice>
    );
  return (
    <>
      <SavedCopy calls={[connectCalls.jobList]} />
      <ul className="vacancies">
        {listed.map((vacancy) => (
          <VacancyCard key={vacancy._id} vacancy={vacancy} onApply={onApply} />
        ))}
      </ul>
    </>
  );
}

function MailLink() {
  return <a href={`mailto:${company.email}`}>{company.email}</a>;
}
