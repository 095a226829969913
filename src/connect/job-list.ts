import { readVacancies, type Vacancy } from '#src/contract/vacancy.ts';
import { connectCalls } from '#src/paths.ts';

import { getPayload } from './client.ts';
import { useConnect } from './use-connect.ts';

export async function getVacancies(call: string): Promise<Vacancy[]> {
  return readVacancies(await getPayload(call));
}

/** The open vacancies, newest first. */
export function useJobList() {
  return useConnect(connectCalls.jobList, getVacancies);
}
