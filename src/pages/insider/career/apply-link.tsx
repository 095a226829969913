import type { MouseEvent } from 'react';

import type { OpenVacancy } from '#src/api/responses.ts';
import { career } from '#src/content/career.ts';
import { applyPath } from '#src/paths.ts';

import { appliedFor } from './applied-for.ts';
import { useForm } from './load-form.ts';

type ApplyLinkProps = { vacancy: OpenVacancy; describedBy?: string };

/** Links to the page with the form. Once the form's code is loaded, opens it as a dialog instead. */
export function ApplyLink({ vacancy, describedBy }: ApplyLinkProps) {
  const { _id } = vacancy;
  const opensDialog = useForm() !== undefined;
  const onClick = (event: MouseEvent) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (!opensDialog || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    // Push a history entry with the same URL, so that Back closes the form.
    history.pushState({ apply: appliedFor(vacancy) }, '');
  };
  return (
    <a
      className="btn btn-primary"
      href={applyPath(_id)}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {career.list.apply}
    </a>
  );
}
