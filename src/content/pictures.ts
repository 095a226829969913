/** The size reserves space while loading. `alt` is empty for decorative pictures. */
export type Picture = { src: string; alt: string; width: number; height: number };

/** A file in `public/images/`. */
export function drawing(name: string, alt: string, width = 640, height = 400): Picture {
  return { src: `/images/${name}.svg`, alt, width, height };
}

export const sample =
  'the rendered pictures of the products, on Home and on Our Teams: photographs in src/photos replace them';

const productAlts = {
  osense: 'Illustration: a tracker with its antenna on a dashboard, and a phone with a map of the route',
  waterhandler: 'Illustration: a motor valve on a copper pipe, its controller, and a leak sensor in a puddle',
  zstudy: 'Illustration: an open case with a breadboard, a motor, LEDs, batteries and a lesson card',
  travis: 'Illustration: a circuit board under a microscope, with a soldering iron and an oscilloscope',
};

export function productPicture(id: keyof typeof productAlts): Picture {
  return drawing(`products/${id}`, productAlts[id], 1280, 800);
}

/** Files in `public/videos/`. */
export type VideoSource = Record<'title' | 'poster' | 'webm' | 'mp4' | 'captions', string>;

export const videoWords = {
  play: 'Play video',
  failed: 'The video could not be loaded. Check your connection and try again.',
  captions: 'English',
} as const;
