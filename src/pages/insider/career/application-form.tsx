import type { ReactNode } from 'react';

import type { OpenVacancy } from '#src/api/answers.ts';
import { connectBase } from '#src/api/connect-base.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Field, FormEnd, TextField } from '#src/components/field.tsx';
import { applicationForm } from '#src/content/application-form.ts';
import type { Message } from '#src/content/outcomes.ts';
import { descriptionLimit } from '#src/contract/application.ts';
import { clearDraft } from '#src/outbox/drafts.ts';
import { connectCalls } from '#src/paths.ts';
import { FollowLink } from '#src/status/follow-link.tsx';

import { useApplication } from './use-application.ts';

const words = applicationForm;

/** `more` stands below the text. */
export type Thanks = Message & { more?: ReactNode };

type AppliedFor = Pick<OpenVacancy, '_id' | 'name'>;

type ApplicationFormProps = {
  vacancy: AppliedFor;
  /** False once the vacancy has left the list while its form is open. */
  isListed: boolean;
  /** The application arrived, or it waits in the outbox. */
  onDone: (thanks: Thanks) => void;
};

/** The application; what is typed survives a reload, and a refusal. */
export function ApplicationForm({ vacancy, isListed, onDone }: ApplicationFormProps) {
  const { form, sending, problem, ...handlers } = useApplication(vacancy, (message, secret) =>
    onDone({ ...message, more: <WhatNow secret={secret} /> }),
  );
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
        {!isListed && <p>{words.notListed}</p>}
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
      <FormEnd problem={problem} sending={sending} words={words} />
    </form>
  );
}

type ApplyDialogProps = Omit<ApplicationFormProps, 'vacancy'> & {
  /** None: the dialog is closed. */
  vacancy: AppliedFor | undefined;
  inPage: boolean;
  onClose: () => void;
};

/** The form for one vacancy. Closing it forgets what was typed. */
export function ApplyDialog({ vacancy, inPage, isListed, onClose, onDone }: ApplyDialogProps) {
  const close = () => {
    if (vacancy !== undefined) void clearDraft(vacancy._id);
    onClose();
  };
  return (
    <Dialog
      open={vacancy !== undefined}
      inPage={inPage}
      className={inPage ? 'dialog-in-page' : ''}
      title={
        <>
          {applicationForm.heading} {vacancy?.name}
        </>
      }
      onClose={close}
      isStatic
    >
      {vacancy !== undefined && (
        <ApplicationForm key={vacancy._id} vacancy={vacancy} isListed={isListed} onDone={onDone} />
      )}
    </Dialog>
  );
}

function WhatNow({ secret }: { secret: string | undefined }) {
  return (
    <>
      {secret && <FollowLink className="btn btn-primary" secret={secret} />}
      <AlertsOffer />
    </>
  );
}
