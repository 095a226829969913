export type Device = {
  onLine: boolean;
  connection?: { saveData?: boolean; effectiveType?: string };
};

/** The visitor asked for little data, or the line is a slow one. */
export function savesData(device: Device = navigator): boolean {
  const { saveData, effectiveType = '' } = device.connection ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}

export function mayPrefetch(device: Device = navigator): boolean {
  return device.onLine && !savesData(device);
}
