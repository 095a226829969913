import type { Vacancy } from '#src/contract/vacancy.ts';
import { connectCalls } from '#src/paths.ts';

import type { Moment } from './articles.ts';
import { useConnect } from './use-connect.ts';

export type OpenVacancy = Vacancy & {
  date: Moment;
  /** The beginning of the description; empty where there is none. */
  summary: string;
};

/** The open vacancies, newest first. */
export function useJobList() {
  return useConnect(connectCalls.jobList, ({ getOpenVacancies }) => getOpenVacancies);
}
