import { Deadline } from '#src/components/deadline.tsx';
import { Dialog, MessageDialog } from '#src/components/dialog.tsx';
import { Field, FormEnd, Trap } from '#src/components/field.tsx';
import { FollowLink } from '#src/components/follow-link.tsx';
import { Status } from '#src/components/status.tsx';
import { applicationForm as words } from '#src/content/application-form.ts';
import { emailSlip, phoneSlip, zambianMobile } from '#src/contract/slips.ts';
import { AlertsOffer } from '#src/outbox/page/alerts-offer.tsx';
import { FilePlace } from '#src/outbox/page/file-place.tsx';
import type { Told } from '#src/outbox/page/told.ts';
import { useSubmission } from '#src/outbox/page/use-submission.ts';
import { whatsappUrl } from '#src/words/site.ts';

import type { AppliedFor } from './applied-for.ts';

/** Whoever has no page of their own can be reached on WhatsApp. */
const whatsAppProfile = {
  label: words.whatsApp,
  find(form: HTMLFormElement) {
    const typed = new FormData(form).get('mobile');
    const number = zambianMobile(typeof typed === 'string' ? typed : '');
    return { text: words.noMobile, ...(number && { value: whatsappUrl(number) }) };
  },
};

type ApplyDialogProps = {
  vacancy: AppliedFor;
  /** False once the vacancy is no longer listed. */
  isListed: boolean;
  inPage: boolean;
  /** Called however the dialog closes. Only the close icon deletes the text. */
  onClose: () => void;
  onTold: (result: Told) => void;
};

export function ApplyDialog({ vacancy, isListed, inPage, onClose, onTold }: ApplyDialogProps) {
  const { _id: job, name, closes } = vacancy;
  const about = { kind: 'apply', job, about: name, closes } as const;
  const { form, end, mayClose, discard, field, files } = useSubmission(about, onTold);
  const title = (
    <>
      {words.heading} <bdi>{name}</bdi>
    </>
  );
  return (
    <Dialog
      open
      inPage={inPage}
      title={title}
      onClose={onClose}
      onPressClose={discard}
      mayClose={mayClose}
      isStatic
    >
      <form className="vstack gap-3" {...form}>
        <Status>{!isListed && words.notListed}</Status>
        <input type="hidden" name="job" value={job} />
        <div className="row row-cols-1 row-cols-md-2 g-3">
          <Field autoComplete="given-name" {...field('first_name')} />
          <Field autoComplete="family-name" {...field('last_name')} />
        </div>
        <div className="row row-cols-1 row-cols-md-2 g-3">
          <Field inputMode="email" autoComplete="email" findSlip={emailSlip} {...field('email')} />
          <Field type="tel" autoComplete="tel" findSlip={phoneSlip} {...field('mobile')} />
        </div>
        <Field placeholder={words.descriptionPlaceholder} {...field('description')} />
        <Field
          inputMode="url"
          autoComplete="url"
          placeholder={words.profilePlaceholder}
          hint={words.profileHint}
          remedy={whatsAppProfile}
          {...field('profile')}
        />
        <FilePlace kind="apply" byEmail={words.filesByEmail} {...files} />
        <Trap />
        <FormEnd {...end} words={words} />
      </form>
    </Dialog>
  );
}

export type ApplyOutcome = Told & { vacancy: AppliedFor };

export function OutcomeDialog({ outcome, onClose }: { outcome: ApplyOutcome; onClose: () => void }) {
  const { record, isStored } = outcome;
  return (
    <MessageDialog message={outcome} onClose={onClose}>
      {record.state === 'waiting' && <Deadline record={record} />}
      {record.secret && (
        <FollowLink
          className="btn btn-primary"
          id={isStored ? record.id : undefined}
          secret={record.secret}
        />
      )}
      <AlertsOffer />
    </MessageDialog>
  );
}
