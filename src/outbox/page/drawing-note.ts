/** What is begun and has not ended: only a page that died leaves this note behind. */
const key = 'drawing';

type Note = { name: string; size: number; count: number };

/** Draws a photo, or returns undefined if the page died twice in a row over it. */
export async function drawNoted<T>({ name, size }: File, draw: () => Promise<T>): Promise<T | undefined> {
  const before = read();
  const count = before?.name === name && before.size === size ? before.count : 0;
  if (count >= 2) return undefined;
  note({ name, size, count: count + 1 });
  return draw().finally(forget);
}

/** The page may die behind the file chooser. */
export function noteChoosing(): void {
  note({ name: '', size: 0, count: 0 });
}

/** True once if the last page died behind the file chooser. */
export function hasDiedChoosing(): boolean {
  const hasDied = read()?.name === '';
  if (hasDied) forget();
  return hasDied;
}

function note(next: Note): void {
  store(() => localStorage.setItem(key, JSON.stringify(next)));
  addEventListener('pagehide', forget);
}

export function forget(): void {
  store(() => localStorage.removeItem(key));
}

function read(): Note | undefined {
  return store(() => JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined);
}

/** Storage may be blocked. */
function store<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
