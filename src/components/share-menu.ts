/** Where the visitor has it from. */
export function addressOf(path: string): string {
  return new URL(path, location.origin).href;
}

/** Closing the menu is no failure, nor is a second press while it is open. */
export function isMenuAnswer(error: unknown): boolean {
  return error instanceof DOMException && ['AbortError', 'InvalidStateError'].includes(error.name);
}
