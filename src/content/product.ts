import { locale } from '#src/words/site.ts';

import type { IconName } from './icons.ts';
import type { Picture, VideoSource } from './pictures.ts';

type Entry = { title: string; text: string };

/** `sample`: the name of a fact that the company has not confirmed; absent once it has. */
type Fact<T> = T & { sample?: string };

export type Product = {
  picture: Picture;
  intro: { heading: string; text: string[] };
  features: { heading: string; icons: IconName[]; list: Entry[] };
  /** Types of customer, if a product serves several. */
  uses?: { heading: string; list: Entry[] };
  /** Scope of delivery, service area and requirements. */
  terms: Entry[];
  /** Without it, the page says nothing about costs. */
  costs?: {
    /** `from`: in kwacha. */
    price: Fact<{ from: number; scope: string; dependsOn: string; example: string }>;
    /** What a year costs after the purchase. */
    upkeep: Fact<{ text: string }>;
    /** What is covered, and who comes when it breaks. */
    warranty: Fact<{ text: string }>;
  };
  start: { heading: string; list: Entry[] };
  /** `source`: the id of the article that proves it. Without figures the block is not shown. */
  figures: { value: string; label: string; source: string }[];
  video?: VideoSource;
  site: { heading: string; text: string; label: string; href: string };
};

export const productWords = {
  eyebrow: 'Products',
  terms: 'What you buy',
  startingPrice: (from: number, scope: string) => `From K${from.toLocaleString(locale)} ${scope}`,
  costs: {
    heading: 'What it costs',
    lead: 'Examples to plan with. Your quote gives the exact figures.',
    dependsOn: 'What the price depends on',
    example: 'For example',
    upkeep: 'Each year after that',
    warranty: 'If it breaks',
  },
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
