/** Decodes UTF-8, UTF-16, or Windows-1252 as older programs write it. Undefined for anything else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decoded(bytes, 'utf-16be');
  const zeros = bytes.subarray(0, 1000).filter((byte) => byte === 0).length;
  if (zeros > 0) {
    // Text in a Western language has a zero in every second byte.
    if (zeros < Math.min(bytes.length, 1000) / 4) return undefined;
    return decoded(bytes, first === 0 ? 'utf-16be' : 'utf-16le');
  }
  // Windows-1252 leaves these five bytes undefined.
  const isWindows = () => !bytes.some((byte) => [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte));
  return decoded(bytes, 'utf-8') ?? (isWindows() ? decoded(bytes, 'windows-1252') : undefined);
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
