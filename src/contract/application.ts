import * as site from '#src/content/site.ts';

import { asRecord, checkEmail, type Problem, requiredText, type Validation } from './validation.ts';

export type Application = {
  /** First and last name, joined by a space. */
  name: string;
  email: string;
  mobile: string;
  description: string;
  /** The vacancy's id. */
  job: string;
  profile: string;
};

export const descriptionLimit = 1500;

/** Shared by the form and the server. Messages are for the applicant. */
export function validateApplication(input: unknown): Validation<Application> {
  const record = asRecord(input);
  const problems: Problem[] = [];
  const value: Application = {
    name: requiredText(record, 'name', 'Name', problems),
    email: requiredText(record, 'email', 'Email', problems),
    mobile: requiredText(record, 'mobile', 'Mobile', problems, 40),
    description: requiredText(record, 'description', 'Description', problems, descriptionLimit),
    job: requiredText(record, 'job', 'The vacancy', problems),
    profile: requiredText(record, 'profile', 'Profile link', problems, 500),
  };
  checkEmail(value.email, problems);
  if (value.mobile !== '' && !/^\+?[\d\s().-]{6,}$/.test(value.mobile))
    problems.push({ field: 'mobile', message: `Please enter a phone number, such as ${site.phoneExample}.` });
  if (value.profile !== '' && !isWebAddress(value.profile))
    problems.push({
      field: 'profile',
      message: 'Please enter the whole profile link, beginning with https://.',
    });
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s/?#]+\.[^\s/?#]+/i.test(value) && !/\s/.test(value);
}
