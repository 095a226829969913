/** A drawing or photo; the size reserves its place before it has come. Empty `alt`: says nothing the text does not. */
export type Picture = { src: string; alt: string; width: number; height: number };

/** Of `public/images/`. */
export function drawing(name: string, alt: string, width = 640, height = 400): Picture {
  return { src: `/images/${name}.svg`, alt, width, height };
}

/** A film of our own, or one on YouTube or Vimeo (the whole address of its page). */
export type VideoSource = { title: string; poster: string } & (
  | { webm: string; mp4: string; captions: string }
  | { youtube: string }
  | { vimeo: string }
);
