import { type ReactNode, useState } from 'react';

import { Dialog } from '#src/components/dialog.tsx';
import { useLoaded } from '#src/components/use-loaded.ts';
import { career } from '#src/content/career.ts';
import { company } from '#src/content/company.ts';
import { shell } from '#src/content/interface.ts';
import type { Told } from '#src/content/told.ts';
import type { Vacancy } from '#src/contract/vacancy.ts';

import { loadApplyDialog } from './load-apply-dialog.ts';

/** The application's two dialogs: the form for one vacancy, and the thanks after it. */
export function useApplying(): { apply: (vacancy: Vacancy) => void; dialogs: ReactNode } {
  const [vacancy, setVacancy] = useState<Vacancy>();
  const [told, setTold] = useState<Told>();
  const { value: ApplyDialog, hasFailed, retry } = useLoaded(loadApplyDialog, vacancy !== undefined);
  const close = () => setVacancy(undefined);
  const onDone = (words: Told) => {
    close();
    setTold(words);
  };
  const dialogs = (
    <>
      {ApplyDialog !== undefined && <ApplyDialog vacancy={vacancy} onClose={close} onDone={onDone} />}
      <Dialog open={vacancy !== undefined && hasFailed} title={career.form.notLoaded} onClose={close}>
        <p>
          {career.form.otherWay} <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
        <button type="button" className="btn btn-primary" onClick={retry}>
          {shell.retry}
        </button>
      </Dialog>
      <Dialog open={told !== undefined} title={told?.heading} onClose={() => setTold(undefined)} isStatic>
        <p>{told?.text}</p>
      </Dialog>
    </>
  );
  return { apply: setVacancy, dialogs };
}
