import { PageHeader } from '#src/components/page-header.tsx';
import { breadcrumbs, organization, StructuredData } from '#src/components/structured-data.tsx';
import type { OpenVacancy } from '#src/connect/vacancies.ts';
import { company } from '#src/content/company.ts';
import { pages, vacancyPath } from '#src/paths.ts';

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

/** The band with the vacancy's name; for search engines a `JobPosting`, which only such a page may carry. */
export function VacancyHeader({ vacancy }: VacancyHeaderProps) {
  const path = vacancyPath(vacancy._id);
  const description = vacancy.summary || pages.vacancy.description;
  const posting = {
    '@type': 'JobPosting',
    title: vacancy.name,
    description: vacancy.description || description,
    identifier: { '@type': 'PropertyValue', name: company.name, value: vacancy._id },
    datePosted: vacancy.date.iso,
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
      <StructuredData things={[posting, breadcrumbs(steps)]} />
    </>
  );
}
