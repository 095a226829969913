/** `0 KB`, `812 KB`, `1.4 MB`; with thousands of bytes, as networks sell them. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
