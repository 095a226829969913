/** Where the visitor has it from. */
export function addressOf(path: string): string {
  return new URL(path, location.origin).href;
}

/** Closing the menu is no failure. A menu that never ends makes any later one fail: then there are other ways. */
export function isMenuAnswer(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
