import { type FormEvent, useEffect, useState } from 'react';

import { startAlerts, turnOff, turnOn, wasRefused } from '#src/api/alerts.ts';
import { useFeature } from '#src/api/hooks.ts';
import { alertWords as words } from '#src/content/alerts.ts';
import { otherPaths, pages } from '#src/paths.ts';
import { alerts } from '#src/state/alerts.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { FormError } from './field.tsx';
import { SiteLink } from './link.tsx';
import { keepSanitizer } from './rich-text.tsx';

/** Turns alerts on and off, or says why that cannot be; nothing where the service knows no alerts. */
export function AlertsOffer({ kinds }: { kinds: string[] }) {
  const canAlert = useFeature('alerts');
  const { state, kinds: chosen } = useProxyState(alerts);
  useEffect(() => {
    if (canAlert) void startAlerts();
  }, [canAlert]);
  if (!canAlert || state === 'unknown') return null;
  return (
    <aside className="alerts panel" aria-label={words.heading}>
      {(state === 'on' || state === 'unconfirmed') && (
        <>
          <p role="status">
            {words[state]}
            {chosen.length > 0 && `: ${chosen.join(', ')}`}.{state === 'unconfirmed' && ` ${words.asksAgain}`}
          </p>
          <Act label={words.off} act={turnOff} />
        </>
      )}
      {state === 'off' && (
        <>
          <p>{words.text}</p>
          <Act label={words.button} act={agree} kinds={kinds} />
        </>
      )}
      {(state === 'denied' || state === 'install' || state === 'never') && (
        <>
          <p role="status">{words[state]}</p>
          <OtherWays />
        </>
      )}
    </aside>
  );
}

async function agree(kinds: string[]): Promise<void> {
  await turnOn(kinds);
  await keepSanitizer();
}

type ActProps = { label: string; act: (kinds: string[]) => Promise<void>; kinds?: string[] };

function Act({ label, act, kinds = [] }: ActProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      await act(new FormData(event.currentTarget).getAll('kind').map(String));
    } catch (error) {
      console.warn('Alerts could not be changed.', error);
      setProblem(wasRefused(error) ? words.refused : words.failed);
    }
    setBusy(false);
  };
  return (
    <form className="form" onSubmit={onSubmit}>
      {kinds.length > 1 && (
        <fieldset className="choices">
          <legend>{words.kinds}</legend>
          {kinds.map((kind) => (
            <label key={kind} className="check">
              <input type="checkbox" name="kind" value={kind} /> {kind}
            </label>
          ))}
        </fieldset>
      )}
      <FormError message={problem} />
      <div className="form-actions">
        <button type="submit" className="btn" disabled={busy}>
          {busy ? words.busy : label}
        </button>
      </div>
    </form>
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
