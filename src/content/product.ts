import type { Picture, VideoSource } from './pictures.ts';

/** What each of the four commercial pages is made of. */
export type Product = {
  picture: Picture;
  intro: { heading: string; text: string[] };
  features: { heading: string; list: { title: string; text: string }[] };
  /** Who it is for, or how it goes: a few headed paragraphs or numbered steps. */
  more: { heading: string; ordered: boolean; list: { title: string; text: string }[] };
  figures: { value: string; label: string }[];
  video?: VideoSource;
  /** The product's own site, opened in a new tab. */
  site: { heading: string; text: string; label: string; href: string };
};

export function productPicture(id: string, alt: string): Picture {
  return { src: `/images/products/${id}.svg`, alt, width: 640, height: 400 };
}

export function productVideo(id: string, title: string): VideoSource {
  return {
    title,
    poster: `/images/posters/${id}.svg`,
    webm: `/videos/${id}.webm`,
    mp4: `/videos/${id}.mp4`,
    captions: `/videos/${id}.vtt`,
  };
}
