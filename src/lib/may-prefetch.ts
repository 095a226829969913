type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether fetching ahead of a press is welcome: never for visitors who save data, on 2G, or offline. */
export function mayPrefetch(device: { onLine: boolean; connection?: Connection } = navigator): boolean {
  const { saveData, effectiveType = '' } = device.connection ?? {};
  return device.onLine && saveData !== true && !effectiveType.endsWith('2g');
}
