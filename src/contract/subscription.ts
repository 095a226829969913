import { asRecord } from './answer.ts';
import { checkEmail, type Problem, requiredText, type Validation } from './validation.ts';

export type Subscription = { name: string; email: string };

/** Shared by the form and the server. Messages are for the subscriber. */
export function validateSubscription(input: unknown): Validation<Subscription> {
  const record = asRecord(input);
  const problems: Problem[] = [];
  const value: Subscription = {
    name: requiredText(record, 'name', 'Full name', problems),
    email: requiredText(record, 'email', 'Email', problems),
  };
  checkEmail(value.email, problems);
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}
