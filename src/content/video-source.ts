/** A film of our own, or one on YouTube or Vimeo (the whole address of its page). */
export type VideoSource = { title: string; poster: string } & (
  | { webm: string; mp4: string; captions: string }
  | { youtube: string }
  | { vimeo: string }
);
