import { type Read, useVacancies } from '#src/api/hooks.ts';
import type { OpenVacancy } from '#src/api/responses.ts';
import { LoadFailed, Notice } from '#src/components/notice.tsx';
import { SavedCopy } from '#src/components/saved-copy.tsx';
import { Skeleton } from '#src/components/skeleton.tsx';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';
import { AlertsOffer } from '#src/outbox/page/alerts-offer.tsx';
import { company } from '#src/words/site.ts';

import { Applying } from './applying.tsx';
import { cardId, VacancyCard } from './vacancy-card.tsx';

const words = career.list;

/** An open form stays when its vacancy is removed. */
export function VacancyList() {
  const read = useVacancies();
  const { data, error, mutate } = read;
  return (
    <>
      {data === undefined && error !== undefined ? (
        <>
          <LoadFailed error={error} words={words} onRetry={() => void mutate()} />
          <MailLink />
        </>
      ) : (
        <Vacancies read={read} />
      )}
      {data !== undefined && <AlertsOffer />}
      <Applying listed={data} />
    </>
  );
}

function Vacancies({ read }: { read: Read<OpenVacancy[]> }) {
  const listed = read.data;
  if (listed === undefined) return <Skeleton lines={9} />;
  return (
    <>
      {read.isCurrent && listed.every(({ staysOpen }) => staysOpen) && (
        <Notice>
          <p>{words.empty}</p>
          <MailLink />
        </Notice>
      )}
      <SavedCopy reads={[read]} />
      {listed.length > 0 && (
        <ul className="vstack gap-3">
          {listed.map((vacancy) => (
            <VacancyCard key={vacancy._id} vacancy={vacancy} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Leads to the last card of the list. Providers may have no Talent Community. */
export function TalentLink() {
  const open = useVacancies().data?.find(({ staysOpen }) => staysOpen);
  return (
    <a className="more mb-2" href={open ? `#${cardId(open)}` : `mailto:${company.email}`}>
      {careerPage.talent}
    </a>
  );
}

function MailLink() {
  return <a href={`mailto:${company.email}`}>{company.email}</a>;
}
