import { lazyChannel } from '#src/outbox/channel.ts';
import { forgetState } from '#src/state/persisted.ts';

/**
 * Once the visitor has deleted everything, no document that is open has any of it kept again: that begins anew with the
 * next one.
 */
const channel = lazyChannel('hcs-forget');
let isForgotten = false;

export const hasForgotten = () => isForgotten;

/** Hears of it in the other tabs. */
export function listenForForgetting(): void {
  channel.hear(() => {
    isForgotten = true;
    forgetSettings();
  });
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
  channel.tell();
}
