import { useActionState } from 'react';
import useSWR from 'swr';

import { useFeature } from '#src/api/hooks.ts';
import { findAlerts, turnOff, turnOn } from '#src/components/alerts.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { alertWords as words } from '#src/words/alerts.ts';

import { ActionButton, FormError } from './action-button.tsx';
import { SiteLink } from './link.tsx';

/** Turns alerts on and off or says why it cannot. Renders nothing if the connect API has no alerts. */
export function AlertsSwitch() {
  const canAlert = useFeature('alerts');
  const { data: state, mutate } = useSWR('alerts', findAlerts, { onError: console.warn });
  const [problem, change, isBusy] = useActionState(act, '');
  if (!canAlert || state === undefined) return null;
  const isOn = state === 'on';
  return (
    <aside className="card card-body align-items-start gap-3 mt-4" aria-label={words.heading}>
      <p role="status">{words[state]}</p>
      {isOn || state === 'off' ? (
        <>
          <FormError message={problem} />
          <ActionButton
            variant="btn-outline-primary"
            label={isOn ? words.turnOff : words.turnOn}
            isBusy={isBusy}
            act={() => change(() => mutate(isOn ? turnOff : turnOn, { revalidate: false }))}
          />
        </>
      ) : (
        <p>
          {words.otherWays} <a href={otherPaths.feed('vacancies')}>{words.feed}</a> {words.or}{' '}
          <SiteLink href={`${pages.mediaRoom.path}#newsletter`}>{words.newsletter}</SiteLink>.
        </p>
      )}
    </aside>
  );
}

/** Returns the problem, or an empty string. */
async function act(_before: string, change: () => Promise<unknown>): Promise<string> {
  try {
    await change();
    return '';
  } catch (error) {
    console.warn('Alerts could not be changed.', error);
    return words.failed;
  }
}
