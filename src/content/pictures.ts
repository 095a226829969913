/** The size reserves space while loading. `alt` is empty for decorative pictures. */
export type Picture = { src: string; alt: string; width: number; height: number };

/** A file in `public/images/`. */
export function drawing(name: string, alt: string, width = 640, height = 400): Picture {
  return { src: `/images/${name}.svg`, alt, width, height };
}

const productAlts = {
  osense: 'Dashboard with live tiles for crews, trucks and fuel',
  waterhandler: 'Motor valve on a supply pipe with a leak sensor below it',
  zstudy: 'Classroom kit with board, sensors and lesson cards',
  travis: 'Circuit board under the microscope on a lab bench',
};

export function productPicture(id: keyof typeof productAlts): Picture {
  return drawing(`products/${id}`, productAlts[id]);
}

/** Our own files, or the URL of a YouTube or Vimeo page. */
export type VideoSource = { title: string; poster: string } & (
  | { webm: string; mp4: string; captions: string }
  | { youtube: string }
  | { vimeo: string }
);

export const videoWords = {
  play: 'Play video',
  failed: 'The video could not be loaded. Check your connection and try again.',
  captions: 'English',
} as const;
