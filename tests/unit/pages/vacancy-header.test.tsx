import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { readOpenVacancies } from '#src/api/answers.ts';
import { VacancyHeader } from '#src/pages/insider/career/vacancy-header.tsx';

const sent = {
  _id: 'v1',
  name: 'Solderer',
  type: 'part-time',
  createdAt: '2026-11-22',
  closesAt: '2036-03-07',
  description: `<h2>What you will do</h2><p>${'You solder. '.repeat(40)}</p>`,
};

/** What the band and the meta description say. */
function leads(vacancy: object): (string | undefined)[] {
  const [read] = readOpenVacancies([{ ...sent, ...vacancy }]);
  if (read === undefined) throw new Error('No vacancy was read.');
  const html = renderToStaticMarkup(<VacancyHeader vacancy={read} />);
  return [/<p class="lead">(.*?)<\/p>/, /<meta name="description" content="(.*?)"/].map(
    (pattern) => pattern.exec(html)?.[1],
  );
}

test.each([
  ['the lead that was written', { lead: 'Solder our first boards.' }, 'Solder our first boards.'],
  ['else type, place and end', { location: 'Ndola' }, 'Part-time, Ndola. Closes on Friday, 7th March 2036'],
  ['else what is there', { closesAt: 7, lead: 7, location: null }, 'Part-time'],
])('the band of a vacancy shows %s, never a cut of its text', (_, vacancy, lead) => {
  expect(leads(vacancy)).toEqual([lead, lead]);
});
