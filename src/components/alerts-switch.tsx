import { type ReactNode, useActionState } from 'react';
import useSWR from 'swr';

import { useFeature } from '#src/api/hooks.ts';
import { type AlertsState, findAlerts, turnOn } from '#src/components/alerts.ts';
import type { Feature } from '#src/contract/features.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { alertWords, switchWords } from '#src/words/alerts.ts';

import { ActionButton, FormError } from './action-button.tsx';
import { SiteLink } from './link.tsx';

type AlertsSwitchProps = {
  feature: Feature;
  /** SWR key, unique among all switches. */
  name: string;
  words: Record<'heading' | 'turnOn' | 'turnOff' | 'on' | 'off', string>;
  find: () => Promise<AlertsState>;
  turnOn: () => Promise<AlertsState>;
  turnOff: () => Promise<AlertsState>;
  /** Other ways to get the news, where notifications are not available. */
  children: ReactNode;
};

/** Turns alerts on and off or says why it cannot. Renders nothing if the connect API does not offer them. */
export function AlertsSwitch({ feature, name, words, find, children, ...turn }: AlertsSwitchProps) {
  const canAlert = useFeature(feature);
  const { data: state, mutate } = useSWR(name, find, { onError: console.warn });
  const [problem, change, isBusy] = useActionState(act, '');
  if (!canAlert || state === undefined) return null;
  const isOn = state === 'on';
  return (
    <aside className="card card-body align-items-start gap-3 mt-4" aria-label={words.heading}>
      <p role="status">{state === 'on' || state === 'off' ? words[state] : switchWords[state]}</p>
      {isOn || state === 'off' ? (
        <>
          <FormError message={problem} />
          <ActionButton
            variant="btn-outline-primary"
            label={isOn ? words.turnOff : words.turnOn}
            isBusy={isBusy}
            act={() => change(() => mutate(isOn ? turn.turnOff : turn.turnOn, { revalidate: false }))}
          />
        </>
      ) : (
        <p>{children}</p>
      )}
    </aside>
  );
}

export function VacancyAlertsSwitch({ turnOff }: Pick<AlertsSwitchProps, 'turnOff'>) {
  return (
    <AlertsSwitch
      feature="alerts"
      name="alerts"
      words={alertWords}
      find={() => findAlerts()}
      turnOn={turnOn}
      turnOff={turnOff}
    >
      {alertWords.otherWays} <a href={otherPaths.feed('vacancies')}>{alertWords.feed}</a> {alertWords.or}{' '}
      <SiteLink href={`${pages.mediaRoom.path}#newsletter`}>{alertWords.newsletter}</SiteLink>.
    </AlertsSwitch>
  );
}

/** Returns a message for the visitor; empty on success. */
async function act(_before: string, change: () => Promise<unknown>): Promise<string> {
  try {
    await change();
    return '';
  } catch (error) {
    console.warn('Alerts could not be changed.', error);
    return switchWords.failed;
  }
}
