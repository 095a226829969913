export type Device = {
  onLine: boolean;
  connection?: { saveData?: boolean; effectiveType?: string };
};

/** True with Save-Data or on 2G. */
export function savesData(device: Device = navigator): boolean {
  const { saveData, effectiveType = '' } = device.connection ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}

export function mayPrefetch(device: Device = navigator): boolean {
  return device.onLine && !savesData(device);
}
