import { proxy } from 'valtio/vanilla';

/**
 * `unknown` until the browser was asked. `unconfirmed`: on, but the service refused to renew the address. `denied`: the visitor or the browser says no. `install`: only the installed app can
 * (iOS). `never`: this browser cannot.
 */
export type AlertsState = 'unknown' | 'on' | 'unconfirmed' | 'off' | 'denied' | 'install' | 'never';

/** Whether this browser is told of new vacancies, and of which types; none is all. */
export const alerts = proxy<{ state: AlertsState; kinds: string[] }>({ state: 'unknown', kinds: [] });

export function setAlerts(state: AlertsState, kinds: string[] = []): void {
  alerts.state = state;
  alerts.kinds = kinds;
}
