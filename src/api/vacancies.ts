import type { Vacancy } from '#src/contract/vacancy.ts';
import { connectCalls } from '#src/paths.ts';

import type { Moment } from './articles.ts';
import { useConnect } from './use-connect.ts';

export type OpenVacancy = Vacancy & {
  date: Moment;
  /** The last day, and the moment in ISO 8601; left out where it stays open until somebody closes it. */
  closes?: Required<Moment>;
  /** No job but an application at any time: last in the list. */
  staysOpen?: true;
};

/** The open vacancies, newest first; an open application last. */
export function useVacancies() {
  return useConnect(connectCalls.jobList, ({ getOpenVacancies }) => getOpenVacancies);
}
