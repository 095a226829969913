/** `?page=2` -> 2; whatever is no page gives the newest one. */
export function pageNumber(search: string): number {
  const value = Number(new URLSearchParams(search).get('page') ?? '0');
  return Number.isInteger(value) && value > 0 && value < 100_000 ? value : 0;
}
