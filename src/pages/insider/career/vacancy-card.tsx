import type { OpenVacancy } from '#src/api/answers.ts';
import { SiteLink } from '#src/components/link.tsx';
import { career } from '#src/content/career.ts';
import { vacancyPath } from '#src/paths.ts';

import { ApplyButton } from './apply-button.tsx';
import { closingLine, useClosing } from './use-closing.ts';

type VacancyCardProps = { vacancy: OpenVacancy; onApply: (vacancy: OpenVacancy) => void };

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

/** Type, date and end of a vacancy; what the provider left out is left out. */
export function VacancyFacts({ vacancy }: { vacancy: OpenVacancy }) {
  const { date, closes, staysOpen } = vacancy;
  const closing = useClosing(closes);
  return (
    <p className="meta row-wrap">
      {vacancy.type !== '' && <span className="tag">{capitalised(vacancy.type)}</span>}
      {staysOpen && <span>{career.list.staysOpen}</span>}
      {!staysOpen && date.text !== '' && (
        <span>
          {career.list.date} <time dateTime={date.iso}>{date.text}</time>
        </span>
      )}
      {closes && <time dateTime={closes.iso}>{closingLine(closes, closing)}</time>}
    </p>
  );
}

function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase('en') + rest.join('');
}
