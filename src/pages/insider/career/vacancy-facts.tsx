import { career } from '#src/content/career.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { machineDate, vacancyDate } from '#src/lib/dates.ts';

/** Type and date of a vacancy; what the provider left out is left out. */
export function VacancyFacts({ vacancy }: { vacancy: Vacancy }) {
  const date = vacancyDate(vacancy.createdAt);
  return (
    <p className="meta">
      {vacancy.type !== '' && <span className="tag">{capitalised(vacancy.type)}</span>}{' '}
      {date !== '' && (
        <span>
          {career.list.date} <time dateTime={machineDate(vacancy.createdAt)}>{date}</time>
        </span>
      )}
    </p>
  );
}

function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase('en') + rest.join('');
}
