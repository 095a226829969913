import { type Device, savesData } from './saves-data.ts';

/** Whether fetching ahead of a press is welcome: never for visitors who save data, on 2G, or offline. */
export function mayPrefetch(device: Device = navigator): boolean {
  return device.onLine && !savesData(device);
}
