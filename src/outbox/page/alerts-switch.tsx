import { useEffect, useId, useState } from 'react';

import { useFeature } from '#src/api/hooks.ts';
import { FormError } from '#src/components/action-button.tsx';
import { SiteLink } from '#src/components/link.tsx';
import { Status } from '#src/components/status.tsx';
import * as ui from '#src/content/interface.ts';
import { usePress } from '#src/lib/use-press.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { switchWords as words } from '#src/words/alerts.ts';

import { type AlertsState, explain, turnOff, turnOn, watchState } from './alerts.ts';
import { pageOutbox } from './outbox.ts';

/** Turns notifications on this device on and off, or says why it cannot. Nothing if the connect API does not offer them. */
export function AlertsSwitch() {
  const id = useId();
  const canAlert = useFeature('alerts');
  const [state, setState] = useState<AlertsState>();
  const {
    isBusy,
    message: problem,
    press: turn,
  } = usePress(() => (state === 'on' ? explain(() => turnOff(pageOutbox())) : turnOn(pageOutbox())));
  useEffect(() => watchState(pageOutbox(), setState), []);
  if (!canAlert || state === undefined) return null;
  const isUnable = state !== 'on' && state !== 'off';
  return (
    <div className="card card-body align-items-start gap-3 mt-4">
      {!isUnable && (
        <div className="form-check form-switch mb-0">
          <input
            type="checkbox"
            role="switch"
            id={id}
            className="form-check-input"
            checked={state === 'on'}
            aria-checked={state === 'on'}
            aria-disabled={isBusy}
            onChange={() => void turn()}
          />
          <label htmlFor={id}>{words.label}</label>
        </div>
      )}
      <Status>{isUnable ? words[state] : isBusy ? ui.busy : words.what}</Status>
      <FormError message={problem} />
      {(isUnable || problem !== '') && <OtherWays />}
    </div>
  );
}

function OtherWays() {
  return (
    <p>
      {words.otherWays} <a href={otherPaths.feed('vacancies')}>{words.feed}</a> {words.or}{' '}
      <SiteLink href={`${pages.mediaRoom.path}#newsletter`}>{words.newsletter}</SiteLink>.
    </p>
  );
}
