type Preparing = { ending: AbortController; end: Promise<string> };

/** Files that are being prepared, by the id of the record for which they were chosen. */
export function createPreparations() {
  const all = new Map<string, Preparing>();
  return {
    has: (id: string) => all.has(id),

    /** Nothing that is still being prepared is attached. */
    abort(id: string): void {
      all.get(id)?.ending.abort();
      all.delete(id);
    },

    /** Works after what was chosen before. Resolves to all problems at the end of the last, otherwise to undefined. */
    async begin(id: string, work: (signal: AbortSignal) => Promise<string>): Promise<string | undefined> {
      const { ending, end: before } = all.get(id) ?? {
        ending: new AbortController(),
        end: Promise.resolve(''),
      };
      const end = before.then(async (problem) => {
        const next = await work(ending.signal);
        return [...new Set([problem, next])].join(' ').trim();
      });
      const current = { ending, end };
      all.set(id, current);
      const problem = await end;
      if (all.get(id) !== current) return undefined;
      all.delete(id);
      return problem;
    },
  };
}
