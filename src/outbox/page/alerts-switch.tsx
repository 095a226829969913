import { useActionState, useEffect } from 'react';
import useSWR from 'swr';

import { useFeature } from '#src/api/hooks.ts';
import { ActionButton, FormError } from '#src/components/action-button.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { Status } from '#src/components/status.tsx';
import { dayMs } from '#src/outbox/limits.ts';
import { mayTurn } from '#src/outbox/settings.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { alertWords, newsWords, switchWords } from '#src/words/alerts.ts';

import { alertsState, findAlerts, renew, turnOff, turnOn } from './alerts.ts';
import { pageOutbox } from './outbox.ts';

/**
 * Turns alerts on and off or says why it cannot: for new vacancies, or with a record for news about its application. Renders
 * nothing if the connect API does not offer them.
 */
export function AlertsSwitch({ record }: { record?: Submission | undefined }) {
  const words = record ? newsWords : alertWords;
  const canAlert = useFeature(record ? 'news' : 'alerts');
  const { data, mutate } = useSWR('alerts', findAlerts, { onError: console.warn });
  const [problem, change, isBusy] = useActionState(act, '');
  useEffect(() => pageOutbox().onChange(() => void mutate()), [mutate]);
  // The server may have lost this device since it answered.
  useEffect(() => void renew(dayMs).catch(console.warn), []);
  if (!canAlert || data === undefined) return null;
  const state = alertsState(data, record);
  const failed = data.device?.settings?.failed;
  const button = (label: string, turn: typeof turnOn) => (
    <ActionButton
      variant="btn-outline-primary"
      label={label}
      isBusy={isBusy}
      act={() => change(() => turn(record).finally(mutate))}
    />
  );
  const isSure = state === 'on' || state === 'off';
  const text = isSure ? words[state] : switchWords[state === 'starting' && failed ? failed : state];
  return (
    <aside className="card card-body align-items-start gap-3 mt-4" aria-label={words.heading}>
      <Status>{text}</Status>
      <FormError message={problem} />
      {mayTurn('turn-on', state) && button(words.turnOn, turnOn)}
      {mayTurn('turn-off', state) && button(words.turnOff, turnOff)}
      {(!isSure || problem !== '') && <p>{record ? newsWords.otherWays : <OtherWays />}</p>}
    </aside>
  );
}

function OtherWays() {
  return (
    <>
      {alertWords.otherWays} <a href={otherPaths.feed('vacancies')}>{alertWords.feed}</a> {alertWords.or}{' '}
      <SiteLink href={`${pages.mediaRoom.path}#newsletter`}>{alertWords.newsletter}</SiteLink>.
    </>
  );
}

/** Returns a message for the visitor; empty on success. */
async function act(_before: string, change: () => Promise<string>): Promise<string> {
  try {
    return await change();
  } catch (error) {
    console.warn('Alerts could not be changed.', error);
    return switchWords.failed;
  }
}
