import type { Accounts } from './model-accounts.ts';
import type { Schedule } from './model-schedule.ts';

/** What a request meets. `lost`: it never arrives. `late`: only after its sender gave up. `doubled`: a copy arrives later. */
export type Weather = (typeof weathers)[number];

export const weathers = [
  ...(['ok', 'lost', 'cut', 'late', 'doubled', '500', '500 though stored'] as const),
  ...(['429', '409', 'html', 'html 403'] as const),
];

const secret = 'a'.repeat(22);

/** A connect service that keeps the contract: it looks the key up first, and refuses the same texts each time. */
export function createServer({ random }: Schedule, accounts: Accounts) {
  const known = new Set<string>();
  let underWay: { key: string; text: number }[] = [];
  let weather: Weather[] = [];

  function take(key: string, text: number): void {
    if (known.has(key) || accounts.isBad(text)) return;
    known.add(key);
    accounts.onStored(key, text);
  }

  return {
    setWeather(next: Weather[]): void {
      weather = [...next];
    },

    /** Some of what is still on its way arrives. */
    arrive(): void {
      const arriving = underWay.filter(() => random() < 0.5);
      underWay = underWay.filter((request) => !arriving.includes(request));
      for (const { key, text } of arriving) take(key, text);
    },

    /** Undefined where no answer comes. */
    answer(key: string, text: number): Response | undefined {
      const met = weather.shift() ?? 'ok';
      if (met === 'late' || met === 'doubled') underWay.push({ key, text });
      if (['ok', 'cut', 'doubled', '500 though stored'].includes(met)) take(key, text);
      if (['lost', 'cut', 'late'].includes(met)) return undefined;
      if (met.startsWith('html'))
        return new Response('<p>Log in</p>', {
          status: met === 'html' ? 200 : 403,
          headers: { 'Content-Type': 'text/html' },
        });
      if (/^\d/.test(met)) return Response.json({ error: 'Later' }, { status: Number.parseInt(met, 10) });
      if (!known.has(key)) return Response.json({ error: 'No' }, { status: 422 });
      return Response.json({ message: 'Thank you', secret }, { status: 201 });
    },
  };
}
