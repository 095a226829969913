import { asRecord } from './response.ts';
import { optionalText } from './validation.ts';

export type Vacancy = {
  _id: string;
  name: string;
  type: string;
  /** ISO 8601. */
  createdAt: string;
  /** HTML. Providers may omit it and the fields below. */
  description?: string;
  /** One or two sentences of plain text. */
  lead?: string;
  location?: string;
  salary?: string;
  /** ISO 8601. Omitted without a closing date. */
  closesAt?: string;
};

/** The `type` of the Talent Community. */
const openApplication = /^open application$/i;

export function isOpenApplication({ type }: Pick<Vacancy, 'type'>): boolean {
  return openApplication.test(type.trim());
}

/** Reads the job list. Drops vacancies without an id or name. */
export function parseVacancies(payload: unknown): Vacancy[] {
  if (!Array.isArray(payload)) return [];
  return payload.map(readVacancy).filter((vacancy) => vacancy !== null);
}

function readVacancy(value: unknown): Vacancy | null {
  const { _id, name, type, createdAt, ...others } = asRecord(value);
  if (typeof _id !== 'string' || _id === '' || typeof name !== 'string' || name === '') return null;
  return {
    _id,
    name,
    type: typeof type === 'string' ? type : '',
    createdAt: typeof createdAt === 'string' ? createdAt : '',
    ...optionalTexts(others),
  };
}

const optional = ['description', 'lead', 'location', 'salary', 'closesAt'] as const;

function optionalTexts(value: Record<string, unknown>): Pick<Vacancy, (typeof optional)[number]> {
  return Object.fromEntries(optional.map((name) => [name, optionalText(value[name])]));
}
