/** Counts what a file or a paste held and we cannot show, in words for its editor. */
export class Losses {
  readonly #counts = new Map<string, number>();

  add(what: string, count = 1): void {
    if (count > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
  }

  /** For example, "Did not come: 1 linked picture, 2 text boxes"; none if nothing was lost. */
  lines(): string[] {
    const parts = [...this.#counts].map(([what, count]) => `${count} ${count === 1 ? what : plural(what)}`);
    return parts.length === 0 ? [] : [`Did not come: ${parts.join(', ')}`];
  }
}

const plural = (what: string) => (what.endsWith('x') ? `${what}es` : `${what}s`);
