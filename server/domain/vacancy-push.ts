import { maxPushBytes, type VacancyPush } from '#src/contract/alerts.ts';
import { vacancyPath } from '#src/paths.ts';

import { spokenEnd } from '../lusaka-time.ts';
import { asVacancy, type VacancyRow } from './vacancies.ts';

const theRest = '<p>You can read the rest when you are online.</p>';

/** Carries the vacancy, shortened to `maxPushBytes` bytes; the worker's next refresh brings the rest. */
export function vacancyPush(vacancy: VacancyRow, siteUrl: string): string {
  const whole = asText(vacancy, vacancy.body, siteUrl);
  if (Buffer.byteLength(whole) <= maxPushBytes) return whole;
  const blocks = vacancy.body.split(/(?<=<\/(?:p|ul|ol|h\d|pre|table|blockquote)>)\s*/);
  for (let count = blocks.length - 1; count > 0; count -= 1) {
    const text = asText(vacancy, blocks.slice(0, count).join('\n') + theRest, siteUrl);
    if (Buffer.byteLength(text) <= maxPushBytes) return text;
  }
  return asText(vacancy, theRest, siteUrl);
}

function asText(row: VacancyRow, description: string, siteUrl: string): string {
  const { id, name, type, closes_at } = row;
  const closing = closes_at === null ? '' : `Closes ${spokenEnd(new Date(closes_at))}.`;
  const message: VacancyPush = {
    web_push: 8030,
    mutable: true,
    notification: {
      title: `New vacancy: ${name}`,
      body: [type.charAt(0).toUpperCase() + type.slice(1), closing].filter(Boolean).join('. '),
      lang: 'en',
      tag: id,
      navigate: siteUrl + vacancyPath(id),
      data: { vacancy: asVacancy(row, description) },
    },
  };
  return JSON.stringify(message);
}
