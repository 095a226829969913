import type { OpenVacancy } from '#src/api/responses.ts';
import { PageBanner } from '#src/components/page-banner.tsx';
import { organization, StructuredData } from '#src/components/structured-data.tsx';
import { vacancyPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';
import { descriptions } from '#src/words/titles.ts';

import { capitalised, closingLine } from './vacancy-card.tsx';

/** Values defined by schema.org. */
const employmentTypes: [RegExp, string][] = [
  [/full/i, 'FULL_TIME'],
  [/part/i, 'PART_TIME'],
  [/intern|attach/i, 'INTERN'],
  [/contract|freelance/i, 'CONTRACTOR'],
  [/temp|season/i, 'TEMPORARY'],
  [/volunteer/i, 'VOLUNTEER'],
];

/** The Talent Community gets no `JobPosting`. */
export function VacancyHeader({ vacancy }: { vacancy: OpenVacancy }) {
  const path = vacancyPath(vacancy._id);
  const description = vacancy.lead || factsOf(vacancy) || descriptions.vacancy;
  const posting = {
    '@type': 'JobPosting',
    title: vacancy.name,
    description: vacancy.description || description,
    identifier: { '@type': 'PropertyValue', name: site.name, value: vacancy._id },
    datePosted: vacancy.date.iso,
    validThrough: vacancy.closes?.iso,
    employmentType: employmentTypes.find(([pattern]) => pattern.test(vacancy.type))?.[1] ?? 'OTHER',
    hiringOrganization: organization(),
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        ...(vacancy.location
          ? { addressLocality: vacancy.location }
          : { streetAddress: company.office.address, addressLocality: site.city }),
        addressCountry: site.country,
      },
    },
    directApply: true,
  };
  return (
    <>
      <PageBanner name="vacancy" title={vacancy.name} description={description} path={path} />
      {!vacancy.staysOpen && <StructuredData things={[posting]} />}
    </>
  );
}

/** `Full-time, Lusaka. Closes on Friday, 27th November 2026` */
function factsOf({ type, location, closes }: OpenVacancy): string {
  const work = [capitalised(type), location].filter(Boolean).join(', ');
  return [work, closingLine(closes)].filter(Boolean).join('. ');
}
