import type { OpenVacancy } from '#src/connect/vacancies.ts';
import { career } from '#src/content/career.ts';

/** Type and date of a vacancy; what the provider left out is left out. */
export function VacancyFacts({ vacancy }: { vacancy: OpenVacancy }) {
  const { date } = vacancy;
  return (
    <p className="meta">
      {vacancy.type !== '' && <span className="tag">{capitalised(vacancy.type)}</span>}{' '}
      {date.text !== '' && (
        <span>
          {career.list.date} <time dateTime={date.iso}>{date.text}</time>
        </span>
      )}
    </p>
  );
}

function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase('en') + rest.join('');
}
