/**
 * What a search compares: without case, accents, apostrophes and what cannot be seen, and with dashes as blanks. "Café" and
 * "CAFÉ" are equal, as are "O’Sense" (as phones type it) and "Osense", and "Mwansa-Banda" and "Mwansa Banda".
 */
export function fold(text: string): string {
  // An accent that stands alone becomes a blank in NFKD.
  const letters = text.replaceAll('´', '').normalize('NFKD').toLowerCase();
  const plain = letters.replace(/[\p{M}\p{Default_Ignorable_Code_Point}'‘’ʻʼ′`"“”]/gu, '');
  return plain.replace(/[\p{Pd}\s]+/gu, ' ').trim();
}

/** Whether a folded text contains every word of a search, in any order. */
export function containsAll(search: string): (folded: string) => boolean {
  const words = fold(search).split(' ');
  return (folded) => words.every((word) => folded.includes(word));
}
