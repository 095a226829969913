import { proxy } from 'valtio/vanilla';

/** What the page knows about its own version and about being kept on the device. */
export const updates = proxy({
  /** A new version is here and waits for the visitor's word. */
  available: false,
  /** The worker has just finished keeping the site: said once a device. */
  readyOffline: false,
});

export function announceUpdate(): void {
  updates.available = true;
}

export function setReadyOffline(ready: boolean): void {
  updates.readyOffline = ready;
}
