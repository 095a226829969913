/** What this device wants to be notified of, as one record beside the submissions. */
export type Settings = {
  v: 1;
  kind: 'settings';
  /** Alerts for new vacancies are wanted. Each application's own record says whether news about it is. */
  vacancies: boolean;
  /** Number of the last declaration to the server. */
  number: number;
  /** Address of the push subscription for which the server gave its last answer. */
  endpoint?: string | undefined;
  /** The server's last answer. */
  declared?: Declared | undefined;
  /** Why the last declaration got no answer. `push`: the browser got no subscription. */
  failed?: 'push' | 'offline' | 'service' | undefined;
};

export type Declared = {
  at: number;
  number: number;
  vacancies: boolean;
  /** Tags of the applications whose news this device gets, and of those that the server did not accept. */
  applications: string[];
  missing: string[];
};
