import type { OpenVacancy } from '#src/api/answers.ts';
import { PageHeader } from '#src/components/page-header.tsx';
import { breadcrumbs, organization, StructuredData } from '#src/components/structured-data.tsx';
import { company } from '#src/content/company.ts';
import { pages, vacancyPath } from '#src/paths.ts';

import { closingLine, useClosing } from './use-closing.ts';

/** schema.org's names for what the company writes into the type. */
const employmentTypes: [RegExp, string][] = [
  [/full/i, 'FULL_TIME'],
  [/part/i, 'PART_TIME'],
  [/intern|attach/i, 'INTERN'],
  [/contract|freelance/i, 'CONTRACTOR'],
  [/temp|season/i, 'TEMPORARY'],
  [/volunteer/i, 'VOLUNTEER'],
];

type VacancyHeaderProps = { vacancy: OpenVacancy };

/**
 * The band with the vacancy's name; for search engines a `JobPosting`, which only the page of a
 * job may carry.
 */
export function VacancyHeader({ vacancy }: VacancyHeaderProps) {
  const path = vacancyPath(vacancy._id);
  const closing = useClosing(vacancy.closes);
  // While it is open as the server said it: what changes here moves the page.
  const until = closingLine(vacancy.closes, closing === 'over' ? closing : 'later');
  const about = vacancy.summary || pages.vacancy.description;
  const description = until === undefined ? about : `${until}. ${about}`;
  const posting = {
    '@type': 'JobPosting',
    title: vacancy.name,
    description: vacancy.description || about,
    identifier: { '@type': 'PropertyValue', name: company.name, value: vacancy._id },
    datePosted: vacancy.date.iso,
    validThrough: vacancy.closes?.iso,
    employmentType: employmentTypes.find(([pattern]) => pattern.test(vacancy.type))?.[1] ?? 'OTHER',
    hiringOrganization: organization(),
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: company.office.address,
        addressLocality: 'Lusaka',
        addressCountry: 'ZM',
      },
    },
    directApply: true,
  };
  const steps = [
    { name: company.name, path: pages.home.path },
    { name: pages.career.title, path: pages.career.path },
    { name: vacancy.name, path },
  ];
  return (
    <>
      <PageHeader name="vacancy" title={vacancy.name} description={description} path={path} />
      <StructuredData things={vacancy.staysOpen ? [breadcrumbs(steps)] : [posting, breadcrumbs(steps)]} />
    </>
  );
}
