import { startTransition, useActionState, useState } from 'react';

import { deleteEverything } from '#src/api/delete-everything.ts';
import { Dialog } from '#src/components/dialog.tsx';
import { FormError } from '#src/components/field.tsx';
import { Section } from '#src/components/section.tsx';
import { saved } from '#src/content/saved.ts';
import { submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

const words = saved.delete;

/** Asks one question, which names what has not been sent. */
export function DeleteSection() {
  const unsent = useProxyState(submissions).all.filter(
    ({ state }) => state !== 'sent' && state !== 'followed',
  );
  const [isAsked, setIsAsked] = useState(false);
  const [problem, remove, isBusy] = useActionState(async () => {
    try {
      await deleteEverything();
      return '';
    } catch (error) {
      console.warn('Not everything could be deleted.', error);
      return words.failed;
    }
  }, '');
  return (
    <Section className="section-aside" heading={words.heading}>
      <div className="prose stack">
        <p>{words.text}</p>
        <button type="button" className="btn btn-primary" onClick={() => setIsAsked(true)}>
          {words.button}
        </button>
      </div>
      <Dialog open={isAsked} title={words.question} onClose={() => setIsAsked(false)} isStatic>
        <p>{unsent.length > 0 ? words.unsent : words.lost}</p>
        <ul>
          {unsent.map(({ id, about }) => (
            <li key={id}>{about || words.subscription}</li>
          ))}
        </ul>
        <FormError message={problem} />
        <button
          type="button"
          className="btn btn-primary"
          disabled={isBusy}
          onClick={() => startTransition(remove)}
        >
          {isBusy ? words.busy : words.yes}
        </button>
      </Dialog>
    </Section>
  );
}
