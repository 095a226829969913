import { readVacancies } from '#src/contract/vacancy.ts';
import { connectCalls } from '#src/paths.ts';

import { useConnect } from './use-connect.ts';

/** The open vacancies, newest first. */
export function useJobList() {
  return useConnect(connectCalls.jobList, readVacancies);
}
