import { type ReactNode, useEffect, useState } from 'react';

import type { OpenVacancy } from '#src/api/answers.ts';
import { Dialog, MessageDialog } from '#src/components/dialog.tsx';
import { career } from '#src/content/career.ts';
import { company } from '#src/content/company.ts';
import { shell } from '#src/content/interface.ts';
import { useLoaded } from '#src/lib/chunk.ts';
import { applyPath } from '#src/paths.ts';

import type { Thanks } from './application-form.tsx';
import { applyChunk } from './apply-chunk.ts';

type Applying = {
  apply: (vacancy: OpenVacancy) => void;
  /** The vacancy whose form is open. */
  vacancy: OpenVacancy | undefined;
  /** The form for one vacancy, and the thanks after it. Both have to stay where they are while the list changes. */
  form: ReactNode;
};

type Page = {
  /** The open vacancies, where they are known. */
  listed: OpenVacancy[] | undefined;
  /** The vacancy whose form is a part of the page, and how to take it out. */
  inPage?: { vacancy: OpenVacancy | undefined; onClose: () => void };
};

/** Applying, from pressing "Apply Now" to the thanks. */
export function useApplying({ listed, inPage }: Page): Applying {
  const [pressed, setPressed] = useState<OpenVacancy>();
  const [message, setMessage] = useState<Thanks>();
  const isInPage = pressed === undefined && inPage?.vacancy !== undefined;
  const { value: ApplyDialog, hasFailed } = useLoaded(applyChunk, true, isInPage);
  const vacancy = pressed ?? inPage?.vacancy;
  const isListed = listed === undefined || listed.some(({ _id }) => _id === vacancy?._id);
  const close = () => {
    setPressed(undefined);
    inPage?.onClose();
  };
  const onDone = (words: Thanks) => {
    close();
    setMessage(words);
  };
  const form = (
    <>
      {ApplyDialog && (
        <ApplyDialog
          vacancy={vacancy}
          inPage={isInPage}
          isListed={isListed}
          onClose={close}
          onDone={onDone}
        />
      )}
      <FormMissing vacancy={ApplyDialog ? undefined : pressed} hasFailed={hasFailed} onClose={close} />
      <MessageDialog message={message} onClose={() => setMessage(undefined)}>
        {message?.more}
      </MessageDialog>
    </>
  );
  return { apply: setPressed, vacancy, form };
}

type FormMissingProps = { vacancy: OpenVacancy | undefined; hasFailed: boolean; onClose: () => void };

/** In milliseconds; a line that fell silent does not say so. */
const patience = 8_000;

/** Without the form's code the server's own page has the form; without an answer there is the mail. */
function FormMissing({ vacancy, hasFailed, onClose }: FormMissingProps) {
  const [isAnswered, setIsAnswered] = useState(true);
  const [tries, setTries] = useState(0);
  const wanted = vacancy?._id;
  useEffect(() => {
    if (wanted === undefined) return;
    // Once the form is here nobody is taken away from it.
    let isMissing = true;
    const page = applyPath(wanted);
    const go = () => isMissing && location.assign(page);
    const ask = () => {
      go();
      setIsAnswered(true);
    };
    const timer = setTimeout(ask, hasFailed || tries > 0 ? 0 : patience);
    return () => {
      isMissing = false;
      clearTimeout(timer);
    };
  }, [wanted, hasFailed, tries]);
  return (
    <Dialog open={vacancy !== undefined && !isAnswered} title={career.form.notLoaded} onClose={onClose}>
      <p>
        {career.form.otherWay} <a href={`mailto:${company.email}`}>{company.email}</a>
      </p>
      <button type="button" className="btn btn-primary" onClick={() => setTries(tries + 1)}>
        {shell.retry}
      </button>
    </Dialog>
  );
}
