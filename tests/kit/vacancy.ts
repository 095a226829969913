import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { slug } from '#server/store/ids.ts';
import type { Trx } from '#server/store/schema.ts';
import { findVacancy, openVacancy as open, type VacancyText } from '#server/vacancies/vacancies.ts';

/** Opens a vacancy, over an earlier one with the same id. */
export async function putVacancy(trx: Trx, given: Partial<VacancyText> & Pick<VacancyText, 'name'>) {
  const blank = { type: 'internship', lead: null, location: null, salary: null, closesAt: null };
  const text = { id: slug(given.name), source: 'You test valves.', ...blank, ...given };
  const earlier = await findVacancy(trx, text.id);
  return open(trx, text, { replaces: earlier === undefined ? 'nothing' : { version: earlier.version } });
}

/** Opens a vacancy on the server with this data folder. */
export const openVacancy = (dataDir: string, name: string, changes: Partial<VacancyText> = {}) =>
  change(readConfig({ DATA_DIR: dataDir }), (trx) => putVacancy(trx, { name, ...changes }));
