import { SiteLink } from '#src/components/site-link.tsx';
import type { OpenVacancy } from '#src/connect/vacancies.ts';
import { career } from '#src/content/career.ts';
import { vacancyPath } from '#src/paths.ts';

import { ApplyButton } from './apply-button.tsx';
import { VacancyFacts } from './vacancy-facts.tsx';

type VacancyCardProps = { vacancy: OpenVacancy; onApply: (vacancy: OpenVacancy) => void };

/** One open vacancy in the list. */
export function VacancyCard({ vacancy, onApply }: VacancyCardProps) {
  return (
    <li className="vacancy panel">
      <div>
        <h3 id={`vacancy-${vacancy._id}`}>{vacancy.name}</h3>
        <VacancyFacts vacancy={vacancy} />
        <SiteLink className="more" href={vacancyPath(vacancy._id)}>
          {career.list.details}
          <span className="visually-hidden"> about {vacancy.name}</span>
        </SiteLink>
      </div>
      <ApplyButton vacancy={vacancy} onApply={onApply} describedBy={`vacancy-${vacancy._id}`} />
    </li>
  );
}

/** What stands in a vacancy's place while the list is on its way. */
export function VacancySkeleton() {
  return (
    <li className="vacancy panel" aria-hidden="true">
      <div className="vacancy-bones">
        <p className="skeleton-line w-80" />
        <p className="skeleton-line w-60" />
        <p className="skeleton-line w-60" />
      </div>
    </li>
  );
}
