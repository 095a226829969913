import type { OpenVacancy } from '#src/api/responses.ts';

/** `closes`: ISO 8601. */
export type AppliedFor = Pick<OpenVacancy, '_id' | 'name'> & { closes?: string | undefined };

export function appliedFor({ _id, name, closes }: OpenVacancy): AppliedFor {
  return { _id, name, closes: closes?.iso };
}
