import type { Accounts } from './model-accounts.ts';
import type { Schedule } from './model-schedule.ts';

/**
 * What a request meets. `lost`: it never arrives. `late`: it arrives after its sender gave up. `doubled`: a copy arrives later.
 * `slow`: its page sleeps, and gets the answer when it wakes up.
 */
export type Weather = (typeof weathers)[number];

export const weathers = [
  ...(['ok', 'lost', 'cut', 'late', 'doubled', 'slow', 'slow and lost', '500'] as const),
  ...(['500 though stored', '429', '409', 'html', 'html 403'] as const),
];

const secret = 'a'.repeat(22);

/** A connect service that follows the contract: it looks up the key first, and always refuses the same texts. */
export function createServer({ random }: Schedule, accounts: Accounts) {
  const known = new Set<string>();
  let underWay: { key: string; text: number }[] = [];
  let weather: Weather[] = [];
  let asleep: (() => void)[] = [];

  function take(key: string, text: number): void {
    if (known.has(key) || accounts.about(text).isBad) return;
    known.add(key);
    accounts.about(text).stored.push(key);
  }

  return {
    setWeather(next: Weather[]): void {
      weather = [...next];
    },

    /** Delivers some of the requests that are still on their way. */
    arrive(): void {
      const arriving = underWay.filter(() => random() < 0.5);
      underWay = underWay.filter((request) => !arriving.includes(request));
      for (const { key, text } of arriving) take(key, text);
      const waking = asleep.filter(() => random() < 0.5);
      asleep = asleep.filter((wake) => !waking.includes(wake));
      for (const wake of waking) wake();
    },

    /** Returns undefined if no answer comes. */
    async answer(key: string, text: number): Promise<Response | undefined> {
      const met = weather.shift() ?? 'ok';
      if (met === 'late' || met === 'doubled') underWay.push({ key, text });
      if (['ok', 'cut', 'doubled', 'slow', 'slow and lost', '500 though stored'].includes(met))
        take(key, text);
      if (met.startsWith('slow')) await new Promise<void>((wake) => asleep.push(wake));
      if (['lost', 'cut', 'late', 'slow and lost'].includes(met)) return undefined;
      if (met.startsWith('html'))
        return new Response('<p>Log in</p>', {
          status: met === 'html' ? 200 : 403,
          headers: { 'Content-Type': 'text/html' },
        });
      if (/^\d/.test(met)) return Response.json({ error: 'Later' }, { status: Number.parseInt(met, 10) });
      if (!known.has(key)) return Response.json({ error: 'No' }, { status: 422 });
      // Without a secret nothing is left to follow.
      return Response.json({ message: 'Thank you', ...(text % 2 === 0 && { secret }) }, { status: 201 });
    },
  };
}
