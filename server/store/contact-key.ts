/** Identifies a mailbox, however its address is written. */
export const contactKey = (address: string) => address.normalize('NFKC').trim().toLowerCase();

const plain = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Identifies a person by the name's words in any order; a letter counts only beside a single word. */
export function personKey(name: string): string {
  const words = plain(name)
    .split(/\P{L}+/u)
    .filter(Boolean);
  const whole = words.filter((word) => [...word].length > 1);
  return (whole.length > 1 ? whole : words).sort().join(' ');
}

/** The text in which a search looks for names and addresses, without case and accents. */
export const searchText = (...parts: string[]) => plain(parts.join(' ')).replace(/\s+/g, ' ').trim();

export function containing(words: string): (text: string) => boolean {
  const part = searchText(words);
  return (text) => text.includes(part);
}
