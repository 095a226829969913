import { Fragment, useEffect, useState } from 'react';

import type { OpenVacancy } from '#src/api/responses.ts';
import { SiteLink } from '#src/components/link.tsx';
import { career } from '#src/content/career.ts';
import * as ui from '#src/content/interface.ts';
import { vacancyPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { ApplyLink } from './apply-link.tsx';

export function VacancyCard({ vacancy }: { vacancy: OpenVacancy }) {
  return (
    <li className="card card-body hstack flex-wrap justify-content-between gap-3">
      <div className="vstack gap-2">
        <h3 id={cardId(vacancy)}>{vacancy.name}</h3>
        <VacancyFacts vacancy={vacancy} />
      </div>
      <div className="hstack flex-wrap gap-3">
        <ApplyLink vacancy={vacancy} describedBy={cardId(vacancy)} />{' '}
        <SiteLink className="more" href={vacancyPath(vacancy._id)}>
          {career.list.details}
          <span className="visually-hidden">{ui.about(vacancy.name)}</span>
        </SiteLink>
      </div>
    </li>
  );
}

/** Of a card's heading. */
export const cardId = ({ _id }: OpenVacancy) => `vacancy-${_id}`;

export function VacancyFacts({ vacancy }: { vacancy: OpenVacancy }) {
  const { type, location, salary, date, closes, staysOpen } = vacancy;
  const published = !staysOpen && date.text !== '' && (
    <>
      {career.list.date} <time dateTime={date.iso}>{date.text}</time>
    </>
  );
  const facts = { location, salary, staysOpen: staysOpen && career.list.staysOpen, published };
  return (
    <p className="vacancy-facts small text-body-secondary">
      {type !== '' && !staysOpen && <span className="badge">{capitalised(type)}</span>}
      {Object.entries(facts).map(
        ([name, fact]) =>
          fact && (
            <Fragment key={name}>
              {' '}
              <span>{fact}</span>
            </Fragment>
          ),
      )}{' '}
      {closes && <ClosingTime closes={closes} />}
    </p>
  );
}

function ClosingTime({ closes }: { closes: NonNullable<OpenVacancy['closes']> }) {
  const [isPast, setIsPast] = useState(false);
  // In an effect, because the first render must match the server's.
  useEffect(() => setIsPast(Date.parse(closes.iso) <= Date.now()), [closes.iso]);
  return (
    <time dateTime={closes.iso}>{isPast ? `${career.closed} ${closes.text}` : closingLine(closes)}</time>
  );
}

/** `Closes on Friday, 27th November 2026` */
export function closingLine(closes: OpenVacancy['closes']): string | undefined {
  return closes && `${career.closes} ${closes.text}`;
}

export function capitalised(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(site.lang) + rest.join('');
}
