/** Base64 of UTF-8 -> text. What is no base64, or no text inside, gives an empty text; a cut-off end is dropped. */
export function decodeBase64Text(value: string): string {
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
    // `stream` holds an unfinished last character back, where `fatal` alone would refuse the whole text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return '';
  }
}
