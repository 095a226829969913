import { Dialog } from '#src/components/dialog.tsx';
import { applicationForm } from '#src/content/application-form.ts';
import type { Told } from '#src/content/outcomes.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';
import { clearDraft } from '#src/outbox/drafts.ts';

import { ApplicationForm } from './application-form.tsx';

type ApplyDialogProps = {
  /** None: the dialog is closed. */
  vacancy: Vacancy | undefined;
  inPage: boolean;
  /** False once the vacancy has left the list while its form is open. */
  isListed: boolean;
  onClose: () => void;
  /** The application arrived, or it waits in the outbox. */
  onDone: (told: Told) => void;
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
