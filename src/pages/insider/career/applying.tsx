import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

import type { OpenVacancy } from '#src/api/responses.ts';
import { containsForm } from '#src/lib/match-page.ts';
import { useProxyState } from '#src/lib/use-proxy-state.ts';
import { submissions } from '#src/outbox/page/submissions.ts';
import type { Told } from '#src/outbox/page/told.ts';
import { applyPath, vacancyPath } from '#src/paths.ts';

import type { ApplyOutcome } from './application-form.tsx';
import { type AppliedFor, appliedFor } from './applied-for.ts';
import { loadedForm, useForm } from './load-form.ts';

type ApplyingProps = {
  listed: OpenVacancy[] | undefined;
  /** Id of the vacancy on its own page. */
  page?: string | undefined;
};

/** The open form: a dialog, or with `?apply=1` a part of the vacancy's page. */
function useOpenForm({ listed, page }: ApplyingProps) {
  const { all } = useProxyState(submissions);
  const overlay = useHistoryState<{ apply?: AppliedFor } | null>()?.apply;
  const isFormInPage = containsForm(useSearch()) && page !== undefined;
  const job = overlay?._id ?? (isFormInPage ? page : undefined);
  const vacancy = listed?.find(({ _id }) => _id === job);
  // A vacancy that is no longer listed may still be named in a record.
  const record = all.find((one) => one.job === job && one.state !== 'followed');
  const known: AppliedFor | undefined =
    overlay ?? (record && { _id: record.job, name: record.about, closes: record.closes });
  return {
    vacancy: vacancy ? appliedFor(vacancy) : known,
    isListed: vacancy !== undefined,
    inPage: overlay === undefined,
    isFormInPage,
  };
}

/** The vacancy of the open form, even if it is no longer listed. */
export function useAppliedFor(props: ApplyingProps): AppliedFor | undefined {
  return useOpenForm(props).vacancy;
}

/** The application form and the dialog after it. */
export function Applying(props: ApplyingProps) {
  const { vacancy, isListed, inPage, isFormInPage } = useOpenForm(props);
  const [, navigate] = useLocation();
  const [outcome, setOutcome] = useState<ApplyOutcome>();
  const focusLink = ({ _id }: AppliedFor) =>
    [...document.links].find((link) => link.getAttribute('href') === applyPath(_id))?.focus();
  const form = useForm(loadedForm());
  const close = () => {
    if (vacancy === undefined) return;
    if (isFormInPage) navigate(vacancyPath(vacancy._id), { replace: true });
    else history.back();
    if (inPage) focusLink(vacancy);
  };
  const onTold = (result: Told) => {
    if (vacancy === undefined) return;
    close();
    setOutcome({ ...result, vacancy });
  };
  const onDismiss = () => {
    setOutcome(undefined);
    if (outcome) focusLink(outcome.vacancy);
  };
  if (form === undefined) return null;
  return (
    <>
      {vacancy && outcome === undefined && (
        <form.ApplyDialog
          key={vacancy._id}
          vacancy={vacancy}
          isListed={isListed || props.listed === undefined}
          inPage={inPage}
          onClose={close}
          onTold={onTold}
        />
      )}
      {outcome && <form.OutcomeDialog outcome={outcome} onClose={onDismiss} />}
    </>
  );
}
