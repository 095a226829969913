/** Lower case without accents: what "Café", "cafe" and "CAFÉ" have in common. */
export function foldWord(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
