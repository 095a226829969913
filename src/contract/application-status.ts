import { asRecord } from './response.ts';
import { optionalText } from './validation.ts';

/** Carries an application's secret, which must not appear in a URL or log. */
export const secretHeader = 'Application-Secret';

export const applicationStates = ['received', 'read', 'shortlisted', 'closed'] as const;
export type ApplicationState = (typeof applicationStates)[number];

export type ApplicationStatus = {
  /** The vacancy's id. */
  job: string;
  /** ISO 8601. */
  createdAt: string;
  state: ApplicationState;
  /** Message to the applicant. */
  note?: string;
  /** The vacancy's name. Providers may omit it and `stateAt`. */
  jobName?: string;
  /** Start of this state, ISO 8601. */
  stateAt?: string;
};

/** Returns null unless the payload describes an application. */
export function parseApplicationStatus(payload: unknown): ApplicationStatus | null {
  const { job, createdAt, state: name, note, jobName, stateAt } = asRecord(payload);
  const state = applicationStates.find((known) => known === name);
  if (state === undefined) return null;
  return {
    job: optionalText(job) ?? '',
    createdAt: optionalText(createdAt) ?? '',
    state,
    note: optionalText(note),
    jobName: optionalText(jobName),
    stateAt: optionalText(stateAt),
  };
}

/** Reads the secret from a response to `POST job-apply`. */
export function parseSecret(body: unknown): string | undefined {
  const { secret } = asRecord(body);
  return typeof secret === 'string' && secretIn(secret) === secret ? secret : undefined;
}

/**
 * The secret in a link's hash: characters that are valid in a header and unchanged in a URL. Mail and chat programs put
 * signs around links, and text behind them.
 */
export function secretIn(hash: string): string | undefined {
  return /^[^\w-]*([\w-]{16,200})(?![\w-])/.exec(hash)?.[1];
}
