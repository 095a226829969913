import type { IconName } from './icons.ts';
import type { Picture, VideoSource } from './pictures.ts';

type Entry = { title: string; text: string };

export type Product = {
  picture: Picture;
  intro: { heading: string; text: string[] };
  features: { heading: string; icons: IconName[]; list: Entry[] };
  /** Kinds of customers, where a product serves several. */
  uses?: { heading: string; list: Entry[] };
  /** Scope of delivery, service area and requirements. */
  terms: Entry[];
  /** How a customer learns the price. */
  price: string;
  start: { heading: string; list: Entry[] };
  /** `source`: the id of the article that proves it. Without figures the block is not shown. */
  figures: { value: string; label: string; source: string }[];
  video?: VideoSource;
  site: { heading: string; text: string; label: string; href: string };
};

export const productWords = {
  eyebrow: 'Products',
  terms: 'What you buy',
  call: 'Call',
  subject: (product: string) => `Quote for ${product}`,
  /** Message on WhatsApp. */
  wish: (product: string) => `I would like a quote for ${product}`,
} as const;

export function productVideo(id: string, title: string): VideoSource {
  return {
    title,
    poster: `/images/posters/${id}.svg`,
    webm: `/videos/${id}.webm`,
    mp4: `/videos/${id}.mp4`,
    captions: `/videos/${id}.vtt`,
  };
}
