import * as notificationWords from '#src/content/notifications.ts';
import * as site from '#src/content/site.ts';
import type { VacancyPush } from '#src/contract/alerts.ts';
import { vacancyPath } from '#src/paths.ts';

import { spokenEnd } from '../local-time.ts';
import type { VacancyRow } from './vacancies.ts';

/** Only announces the vacancy; the worker then requests the list. */
export function vacancyPush({ id, name, type, closes_at }: VacancyRow, siteUrl: string): string {
  const closing = closes_at === null ? '' : notificationWords.closes(spokenEnd(new Date(closes_at)));
  const message: VacancyPush = {
    web_push: 8030,
    mutable: true,
    notification: {
      title: notificationWords.newVacancy(name),
      body: [type.charAt(0).toUpperCase() + type.slice(1), closing].filter(Boolean).join('. '),
      lang: site.lang,
      tag: id,
      navigate: siteUrl + vacancyPath(id),
    },
  };
  return JSON.stringify(message);
}
