import { Field, FormError, TextField } from '#src/components/field.tsx';
import { Honeypot } from '#src/components/honeypot.tsx';
import { SiteLink } from '#src/components/site-link.tsx';
import { connectBase } from '#src/connect/connect-base.ts';
import { applicationForm } from '#src/content/application-form.ts';
import type { Told } from '#src/content/outcomes.ts';
import { descriptionLimit } from '#src/contract/application.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { useApplication } from './use-application.ts';

const words = applicationForm;

type ApplicationFormProps = {
  vacancy: Vacancy;
  /** False once the vacancy has left the list while its form is open. */
  isListed: boolean;
  onDone: (told: Told) => void;
};

/** The application; what is typed survives a reload, and a refusal. */
export function ApplicationForm({ vacancy, isListed, onDone }: ApplicationFormProps) {
  const { form, sending, problem, ...handlers } = useApplication(vacancy, onDone);
  const line = (name: string) => ({ name, maxLength: 200, readOnly: sending });
  return (
    <form
      ref={form}
      className="form"
      action={connectBase + connectCalls.jobApply}
      method="post"
      {...handlers}
    >
      <div role="status" className="form-notice">
        {!isListed && <p className="alert">{words.notListed}</p>}
      </div>
      <input type="hidden" name="job" value={vacancy._id} />
      <div className="form-pair">
        <Field label={words.firstName} autoComplete="given-name" {...line('first_name')} />
        <Field label={words.lastName} autoComplete="family-name" {...line('last_name')} />
      </div>
      <div className="form-pair">
        <Field label={words.email} type="email" autoComplete="email" {...line('email')} />
        <Field label={words.mobile} type="tel" autoComplete="tel" {...line('mobile')} maxLength={40} />
      </div>
      <TextField
        label={words.description}
        placeholder={words.descriptionPlaceholder}
        {...line('description')}
        maxLength={descriptionLimit}
      />
      <Field
        label={words.profile}
        type="url"
        autoComplete="url"
        placeholder={words.profilePlaceholder}
        {...line('profile')}
        maxLength={500}
      />
      <Honeypot />
      <FormError message={problem} />
      <div className="form-actions">
        <button type="submit" className="btn btn-primary" disabled={sending}>
          {sending ? words.submitting : words.submit}
        </button>
        <SiteLink href={pages.privacy.path}>{words.privacy}</SiteLink>
      </div>
    </form>
  );
}
