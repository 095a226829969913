import { useActionState, useEffect, useState } from 'react';

import { ConnectError } from '#src/api/client.ts';
import { useFeature } from '#src/api/hooks.ts';
import { alertWords as words } from '#src/content/alerts.ts';
import { type AlertsState, readAlerts, turnOff, turnOn } from '#src/device/alerts.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';

import { ActionButton, FormError } from './action-button.tsx';
import { SiteLink } from './link.tsx';

/** Turns alerts on and off or says why it cannot. Renders nothing if the connect API has no alerts. */
export function AlertsSwitch() {
  const canAlert = useFeature('alerts');
  const [found, setFound] = useState<AlertsState>();
  const [changed, change, isBusy] = useActionState(act, {});
  useEffect(() => void readAlerts().then(setFound, console.warn), []);
  const state = changed.state ?? found;
  if (!canAlert || state === undefined) return null;
  const isOn = state === 'on';
  return (
    <aside className="card card-body align-items-start gap-3 mt-4" aria-label={words.heading}>
      <p role="status">{words[state]}</p>
      {isOn || state === 'off' ? (
        <>
          <FormError message={changed.problem ?? ''} />
          <ActionButton
            variant="btn-outline-primary"
            label={isOn ? words.turnOff : words.turnOn}
            isBusy={isBusy}
            act={() => change(isOn ? turnOff : turnOn)}
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

type Changed = { state?: AlertsState; problem?: string };

async function act(before: Changed, change: () => Promise<AlertsState>): Promise<Changed> {
  try {
    return { state: await change() };
  } catch (error) {
    console.warn('Alerts could not be changed.', error);
    const wasRefused = error instanceof ConnectError && error.status !== null;
    return { ...before, problem: wasRefused ? words.refused : words.failed };
  }
}
