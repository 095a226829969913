import type { IconName } from './icons.ts';
import type { Picture, VideoSource } from './pictures.ts';

type Entry = { title: string; text: string };

/** `sample`: the name of a fact that the company has not confirmed; absent once it has. */
type Fact<T> = T & { sample?: string };

/** The page adds up the lines; amounts are in kwacha. */
export type Example = { title: string; lines: [what: string, amount: number][]; note?: string };

export type Product = {
  picture: Picture;
  /** For whom it is, and for whom not; in the first screen. */
  audience: [string, string];
  intro: { heading: string; text: string[] };
  features: { heading: string; icons: IconName[]; list: Entry[] };
  /** Types of customer, if a product serves several. */
  uses?: { heading: string; list: Entry[] };
  /** Scope of delivery, service area and requirements. */
  terms: Entry[];
  /** Shown with the starting price in `prices.ts`. */
  costs: {
    dependsOn: string;
    examples: Fact<{ list: Example[] }>;
    /** What it costs after the purchase. */
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
  costs: {
    heading: 'What it costs',
    lead: 'Example prices for planning. Your quote will give the exact figures.',
    total: 'Total',
    dependsOn: 'What the price depends on',
    upkeep: 'Running costs',
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
