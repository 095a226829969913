import type { Picture, VideoSource } from './pictures.ts';

export type Product = {
  picture: Picture;
  intro: { heading: string; text: string[] };
  features: { heading: string; list: { title: string; text: string }[] };
  /** Who it is for, or how it goes: a few headed paragraphs or numbered steps. */
  more: { heading: string; ordered: boolean; list: { title: string; text: string }[] };
  figures: { value: string; label: string }[];
  video?: VideoSource;
  site: { heading: string; text: string; label: string; href: string };
};

export function productVideo(id: string, title: string): VideoSource {
  return {
    title,
    poster: `/images/posters/${id}.svg`,
    webm: `/videos/${id}.webm`,
    mp4: `/videos/${id}.mp4`,
    captions: `/videos/${id}.vtt`,
  };
}
