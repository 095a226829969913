import { readInWorker } from '../lib/file-worker.ts';
import { Losses } from '../lib/losses.ts';
import { Refusal } from '../lib/refusal.ts';
import { type Picture, scalePhoto } from '../pictures/pictures.ts';
import type { WordText } from './word-text.ts';

const picture = /!\[((?:[^[\]\\\n]|\\.)*)\]\(word-picture-(\d+)\)/g;

/** Reads a .docx file in a process of its own, then its pictures. `losses`: what did not come. */
export async function readWordFile(bytes: Uint8Array) {
  const word = await readInWorker<WordText>('word', { bytes });
  const pictures: Picture[] = [];
  const addresses: string[] = [];
  const unread = new Losses();
  for (const { bytes, shown } of word.pictures) {
    const scaled = await scalePhoto(bytes, 'text', shown).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      unread.add('unreadable picture');
    });
    if (scaled) pictures.push(scaled);
    addresses.push(scaled?.src ?? '');
  }
  const source = word.source.replace(picture, (_, alt, number) => {
    const address = addresses[Number(number)] ?? '';
    return address === '' ? '' : `![${alt}](${address})`;
  });
  return { title: word.title, source: source.trim(), pictures, losses: [...unread.lines(), ...word.losses] };
}
