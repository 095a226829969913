import { retryAfterSeconds, type Weather } from './model-server.ts';

/** More attempts by one page, for one entry within a minute, are a loop. */
const mostInAMinute = 8;

type Sender = object;

/** Watches how often the server is asked, and writes down what breaks a promise. */
export function createWatch(clock: { trueTime: number }) {
  const violations: string[] = [];
  const attempts = new Map<Sender, Map<string, number[]>>();
  /** Key -> who was asked to wait until when, and whether that was written down for the others. */
  const askedToWait = new Map<string, { sender: Sender; until: number; isWritten: boolean }>();

  /** Keys that somebody has at least tried to write down. */
  const triedToKeep = new Set<string>();

  return {
    violations,

    onKeep(key: string): void {
      triedToKeep.add(key);
    },

    onPost(sender: Sender, key: string, cause: 'press' | 'sign' | 'time'): void {
      if (!triedToKeep.has(key)) violations.push(`${key} was sent before it was kept`);
      if (cause === 'press') {
        this.onPress(key);
        return;
      }
      const asked = askedToWait.get(key);
      if (asked && clock.trueTime < asked.until && (asked.isWritten || asked.sender === sender))
        violations.push(`${key} came back before Retry-After`);
      if (cause === 'sign') return;
      const times = attempts.get(sender)?.get(key) ?? [];
      const lately = [...times, clock.trueTime].filter((time) => clock.trueTime - time < 60_000);
      attempts.set(sender, (attempts.get(sender) ?? new Map()).set(key, lately));
      if (lately.length > mostInAMinute)
        violations.push(`${key} was sent ${lately.length} times in a minute`);
    },

    /** The visitor's word goes before the server's wish, also where storage fails before it is followed. */
    onPress(key: string): void {
      askedToWait.delete(key);
    },

    onAnswer(sender: Sender, key: string, met: Weather): void {
      if (met === '429')
        askedToWait.set(key, {
          sender,
          until: clock.trueTime + retryAfterSeconds * 1000,
          isWritten: false,
        });
      else askedToWait.delete(key);
    },

    /** Who died before writing it down has told nobody, whatever another sender writes. */
    onWritten(sender: Sender, key: string): void {
      const asked = askedToWait.get(key);
      if (asked?.sender === sender) asked.isWritten = true;
    },

    /** The clock was set: what was said in times holds no more. */
    onClockSet(): void {
      askedToWait.clear();
      attempts.clear();
    },
  };
}
