/** What the next request meets. `cut`: stored, but the answer never arrives. `kill`: the sender dies before or after. */
export type Fault =
  | 'ok'
  | 'offline'
  | 'cut'
  | '500'
  | '429'
  | '408'
  | '409'
  | '422'
  | 'html'
  | 'kill-before'
  | 'kill-after';

export const retryAfterSeconds = 40;

type Row = { key: string; email: string };

/** A connect service that keeps the contract, and meets each request with the fault that is next in line. */
export function createModelServer(now: () => number) {
  const rows: Row[] = [];
  const askedToWait = new Map<string, number>();
  let faults: Fault[] = [];

  function store(key: string, email: string): void {
    if (!rows.some((row) => row.key === key)) rows.push({ key, email });
  }

  return {
    setFaults(next: Fault[]): void {
      faults = [...next];
    },
    rowsOf: (email: string) => rows.filter((row) => row.email === email).length,
    /** The time before which this key was asked not to come back. */
    waitUntil: (key: string) => askedToWait.get(key) ?? 0,
    answer(key: string, email: string): { fault: Fault; response: Response } {
      const fault = faults.shift() ?? 'ok';
      if (['ok', 'cut', 'kill-after'].includes(fault)) store(key, email);
      if (fault === '429') askedToWait.set(key, now() + retryAfterSeconds * 1000);
      return { fault, response: responseTo(fault) };
    },
  };
}

function responseTo(fault: Fault): Response {
  if (fault === 'html') return new Response('<p>Log in</p>', { headers: { 'Content-Type': 'text/html' } });
  const status = Number(fault);
  if (Number.isNaN(status)) return Response.json({ message: 'Thank you' }, { status: 201 });
  const headers = fault === '429' ? { 'Retry-After': String(retryAfterSeconds) } : undefined;
  return Response.json({ error: { details: [{ message: `Objection ${fault}` }] } }, { status, headers });
}
