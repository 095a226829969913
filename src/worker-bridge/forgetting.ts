import { forgetState } from '#src/state/persisted.ts';

/**
 * Once the visitor has deleted everything, no document that is open has any of it kept again: that begins anew with the
 * next one.
 */
const channelName = 'hcs-forget';
let isForgotten = false;
let channel: BroadcastChannel | undefined;

export const hasForgotten = () => isForgotten;

/** Hears of it in the other tabs. */
export function listenForForgetting(): void {
  try {
    channel ??= new BroadcastChannel(channelName);
    channel.onmessage = () => {
      isForgotten = true;
      forgetSettings();
    };
  } catch (error) {
    console.warn('Other tabs cannot be heard here.', error);
  }
}

/** Also what is typed for this tab alone, which no other tab can reach. */
export function forgetSettings(): void {
  forgetState();
  localStorage.clear();
  sessionStorage.clear();
}

/** Call it before anything is deleted. */
export function beginForgetting(): void {
  isForgotten = true;
  listenForForgetting();
  channel?.postMessage('forget');
}
