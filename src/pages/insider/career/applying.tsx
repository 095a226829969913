import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';

import type { OpenVacancy } from '#src/api/answers.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { MessageDialog } from '#src/components/dialog.tsx';
import { FollowLink } from '#src/components/follow-link.tsx';
import { outcomeMessage, type Told } from '#src/content/outcomes.ts';
import { carriesForm } from '#src/lib/match-page.ts';
import { vacancyPath } from '#src/paths.ts';
import { submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { type AppliedFor, applyLinkId, loadForm } from './apply-link.tsx';

/** Where its code cannot be had, the server's form stays as it is and posts by itself. */
const ApplyDialog = lazy(() => loadForm().catch(() => new Promise<never>(() => {})));

type ApplyingProps = {
  listed: OpenVacancy[] | undefined;
  /** The id of the vacancy whose page this is. */
  page?: string | undefined;
};

/** The open form: over the page, or with `?apply=1` a part of the vacancy's page. */
function useOpenForm({ listed, page }: ApplyingProps) {
  const { all } = useProxyState(submissions);
  const over = useHistoryState<{ apply?: AppliedFor } | null>()?.apply;
  const isCarried = carriesForm(useSearch()) && page !== undefined;
  const job = over?._id ?? (isCarried ? page : undefined);
  const vacancy = listed?.find(({ _id }) => _id === job);
  // A vacancy that has left the list is still known by what was typed for it.
  const record = all.find((one) => one.job === job && one.kind === 'apply' && one.state !== 'followed');
  const known: AppliedFor | undefined = over ?? (record && { _id: record.job, name: record.about });
  return {
    vacancy: vacancy ?? known,
    isListed: vacancy !== undefined,
    inPage: over === undefined,
    isCarried,
  };
}

/** What a vacancy's page shows once the vacancy has left the list while its form is open. */
export function useAppliedFor(props: ApplyingProps): AppliedFor | undefined {
  return useOpenForm(props).vacancy;
}

/** The form for one vacancy, and the thanks after it. */
export function Applying(props: ApplyingProps) {
  const { vacancy, isListed, inPage, isCarried } = useOpenForm(props);
  const [, navigate] = useLocation();
  const [told, setTold] = useState<Told & { vacancy: AppliedFor }>();
  const focusLink = ({ _id }: AppliedFor) => document.getElementById(applyLinkId(_id))?.focus();
  useEffect(() => {
    loadForm().catch((error: unknown) => {
      console.warn('"Apply Now" leads to the page with the form.', error);
    });
  }, []);
  const close = () => {
    if (vacancy === undefined) return;
    if (isCarried) navigate(vacancyPath(vacancy._id), { replace: true });
    else history.back();
    if (inPage) focusLink(vacancy);
  };
  const onTold = (words: Told) => {
    if (vacancy === undefined || words.type === 'refused' || words.type === 'unstored') return;
    close();
    setTold({ ...words, vacancy });
  };
  const onThanked = () => {
    setTold(undefined);
    if (told) focusLink(told.vacancy);
  };
  return (
    <>
      <Suspense>
        {vacancy && (
          <ApplyDialog
            key={vacancy._id}
            vacancy={vacancy}
            isListed={isListed || props.listed === undefined}
            inPage={inPage}
            onClose={close}
            onTold={onTold}
          />
        )}
      </Suspense>
      <MessageDialog message={told && outcomeMessage('apply', told.vacancy.name, told)} onClose={onThanked}>
        {told?.secret && <FollowLink className="btn btn-primary" secret={told.secret} />}
        <AlertsOffer />
      </MessageDialog>
    </>
  );
}
