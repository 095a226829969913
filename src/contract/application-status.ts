import { asRecord } from './validation.ts';

/** Carries the secret of an application, which is in no address and no log. */
export const secretHeader = 'Application-Secret';

export const applicationStates = ['received', 'read', 'shortlisted', 'closed'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** The payload of `GET application`. */
export type ApplicationStatus = {
  /** The vacancy's id. */
  job: string;
  /** ISO 8601. */
  createdAt: string;
  state: ApplicationState;
  /** From the company to the applicant. */
  note?: string;
  /** The vacancy's name; this and what follows a provider need not send. */
  jobName?: string;
  /** Since when it is in this state, ISO 8601. */
  stateAt?: string;
};

/** Null where it says nothing of an application. */
export function readApplicationStatus(payload: unknown): ApplicationStatus | null {
  const { job, createdAt, state: name, note, jobName, stateAt } = asRecord(payload);
  const state = applicationStates.find((known) => known === name);
  if (state === undefined) return null;
  return {
    job: textOf(job) ?? '',
    createdAt: textOf(createdAt) ?? '',
    state,
    note: textOf(note),
    jobName: textOf(jobName),
    stateAt: textOf(stateAt),
  };
}

/** The secret in an answer to `POST job-apply`; undefined where there is none that could be sent back. */
export function readSecret(answer: unknown): string | undefined {
  const { secret } = asRecord(answer);
  return typeof secret === 'string' && isSecret(secret) ? secret : undefined;
}

/** Whether it may be an application's secret: the browser refuses other characters in a header, and addresses change them. */
export function isSecret(text: string): boolean {
  return /^[\w-]{16,200}$/.test(text);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
