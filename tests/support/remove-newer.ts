/**
 * Takes away what `names` lists, such as `Object.groupBy` or `Set.prototype.union`, before a page's or a worker's own
 * scripts. Runs there, so it may use nothing from outside.
 */
export function removeNewer(names: string[]): void {
  for (const name of names) {
    const path = name.split('.');
    const last = path.pop() ?? '';
    let owner: unknown = globalThis;
    for (const part of path) owner = isObject(owner) ? Reflect.get(owner, part) : undefined;
    if (!isObject(owner)) continue;
    const key = last === '@@asyncIterator' ? Symbol.asyncIterator : last;
    if (!Reflect.deleteProperty(owner, key)) throw new Error(`${name} cannot be taken away.`);
    // On `window` some names are inherited.
    if (path.length === 0 && key in owner) Object.defineProperty(owner, key, { value: undefined });
  }

  function isObject(value: unknown): value is object {
    return (typeof value === 'object' && value !== null) || typeof value === 'function';
  }
}
