import { answersKeptDays } from '#src/contract/answer.ts';

/** What a request meets. `offline`: it never arrives. `cut`: it arrives, its answer does not. */
export type Weather =
  | 'ok'
  | 'offline'
  | 'cut'
  | '500'
  | '429'
  | '429 for years'
  | '408'
  | '409'
  | '422'
  | 'html'
  | 'html 403';

export const retryAfterSeconds = 40;

const memory = answersKeptDays * 24 * 3_600_000;

/** A connect service that keeps the contract: it knows a key for so many days, and each request meets the next weather. */
export function createModelServer(trueTime: () => number) {
  const rows: string[] = [];
  const known = new Map<string, number>();
  const refused = new Map<string, Weather>();
  let weather: Weather[] = [];

  function isKnown(key: string): boolean {
    return trueTime() - (known.get(key) ?? Number.NEGATIVE_INFINITY) < memory;
  }

  function take(key: string, email: string): void {
    if (isKnown(key)) return;
    known.set(key, trueTime());
    rows.push(email);
  }

  return {
    setWeather(next: Weather[]): void {
      weather = [...next];
    },
    /** Whether this key is stored. */
    knows: (key: string) => known.has(key),
    rowsOf: (email: string) => rows.filter((row) => row === email).length,
    /** Whether the last answer to this key was an error. */
    hasRefused: (key: string) => refused.has(key),
    /** Whether it was one that another attempt would not change. */
    hasObjected: (key: string) => refused.get(key) === '422',
    /** Undefined where no answer comes. */
    answer(key: string, email: string): { met: Weather; response: Response | undefined } {
      let met = weather.shift() ?? 'ok';
      // A key that the server has taken gets its first answer again.
      if (met === '422' && isKnown(key)) met = 'ok';
      if (met === 'ok' || met === 'cut') take(key, email);
      if (met === 'ok') refused.delete(key);
      else if (met !== 'offline' && met !== 'cut') refused.set(key, met);
      return { met, response: met === 'offline' || met === 'cut' ? undefined : responseTo(met, key) };
    },
  };
}

/** By which what was sent under a key is followed. */
export function secretOf(key: string): string {
  return `secret-of-request-${key}`;
}

function responseTo(met: Weather, key: string): Response {
  if (met.startsWith('html'))
    return new Response('<p>Log in</p>', {
      status: met === 'html' ? 200 : 403,
      headers: { 'Content-Type': 'text/html' },
    });
  const status = Number.parseInt(met, 10);
  if (Number.isNaN(status))
    return Response.json({ message: 'Thank you', secret: secretOf(key) }, { status: 201 });
  const seconds = { '429': retryAfterSeconds, '429 for years': 1e9 }[met as string];
  const headers = seconds === undefined ? undefined : { 'Retry-After': String(seconds) };
  return Response.json({ error: { details: [{ message: `Objection ${status}` }] } }, { status, headers });
}
