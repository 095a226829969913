export type Device = {
  onLine: boolean;
  connection?: { saveData?: boolean; effectiveType?: string };
};

/** False offline, with Save-Data or on 2G. */
export function mayPrefetch({ onLine, connection = {} }: Device = navigator): boolean {
  const { saveData = false, effectiveType = '' } = connection;
  return onLine && !saveData && !effectiveType.endsWith('2g');
}
