import { connectBase } from '#src/api/connect-base.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { Deadline } from '#src/components/deadline.tsx';
import { Dialog, MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd } from '#src/components/field.tsx';
import { FollowLink } from '#src/components/follow-link.tsx';
import { useSubmission } from '#src/components/use-submission.ts';
import { applicationForm as words } from '#src/content/application-form.ts';
import { type Outcome, outcomeMessage } from '#src/content/outcomes.ts';
import { descriptionLimit } from '#src/contract/application.ts';
import { connectCalls } from '#src/paths.ts';

import type { AppliedFor } from './apply-link.tsx';

type ApplyDialogProps = {
  vacancy: AppliedFor;
  /** False once the vacancy is no longer listed. */
  isListed: boolean;
  inPage: boolean;
  /** Called however it closes. Only the close icon deletes the text. */
  onClose: () => void;
  onOutcome: (outcome: Outcome) => void;
};

export function ApplyDialog({ vacancy, isListed, inPage, onClose, onOutcome }: ApplyDialogProps) {
  const { _id: job, name, closes } = vacancy;
  const about = { kind: 'apply', job, about: name, closes } as const;
  const { form, sending, problems, problem, hint, discard, ...handlers } = useSubmission(about, onOutcome);
  const line = (name: string) => ({ name, maxLength: 200, readOnly: sending, problems });
  const title = `${words.heading} ${name}`;
  return (
    <Dialog open inPage={inPage} title={title} onClose={onClose} onPressClose={discard} isStatic>
      <form
        ref={form}
        className="vstack gap-3"
        action={connectBase + connectCalls.jobApply}
        method="post"
        {...handlers}
      >
        <div role="status" className="form-notice">
          {!isListed && <p>{words.notListed}</p>}
        </div>
        <input type="hidden" name="job" value={job} />
        <div className="row row-cols-1 row-cols-md-2 g-3">
          <Field label={words.firstName} autoComplete="given-name" {...line('first_name')} />
          <Field label={words.lastName} autoComplete="family-name" {...line('last_name')} />
        </div>
        <div className="row row-cols-1 row-cols-md-2 g-3">
          <Field label={words.email} type="email" autoComplete="email" {...line('email')} />
          <Field label={words.mobile} type="tel" autoComplete="tel" {...line('mobile')} maxLength={40} />
        </div>
        <Field
          isLong
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
          hint={words.profileHint}
          {...line('profile')}
          maxLength={500}
        />
        <FormEnd problem={problem} hint={hint} sending={sending} words={words} />
      </form>
    </Dialog>
  );
}

export type ApplyOutcome = Outcome & { vacancy: AppliedFor };

/** Shown after the form. */
export function OutcomeDialog({ outcome, onClose }: { outcome: ApplyOutcome; onClose: () => void }) {
  const { type, vacancy, secret } = outcome;
  return (
    <MessageDialog message={outcomeMessage('apply', vacancy.name, outcome)} onClose={onClose}>
      {(type === 'offline' || type === 'service') && <Deadline closes={vacancy.closes} />}
      {secret && <FollowLink className="btn btn-primary" secret={secret} />}
      <AlertsOffer />
    </MessageDialog>
  );
}
